import { brand } from '../../src/config/brand.ts';
import letter from '../art/letter.svg';
import { Art, BenefitList, PageHeading } from '../layout/content.tsx';
import { ConsentBanner } from '../layout/consent-banner.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { useSite } from '../site-context.ts';

const next = ['inbox', 'keep', 'app'];

/** The page after a teacher's sign-up (product-spec.md#2-screens-and-routes): where the code is. */
export function Page() {
  const { t } = useSite();
  return (
    <div className="posted">
      <div className="wrap two">
        <div>
          <PageHeading text={t('teacherSignUpSuccess.heading')} lead={t('teacherSignUpSuccess.lead')} />
          <BenefitList
            benefits={next.map((name) => ({
              title: t(`teacherSignUpSuccess.${name}.title`),
              text: t(`teacherSignUpSuccess.${name}.text`),
            }))}
          />
          <p>
            <SiteLink to="teacherSignUp">{t('teacherSignUpSuccess.again')}</SiteLink>
          </p>
          <p>
            <SiteLink to="teacherSignUp" query={{ mode: 'link' }}>
              {t('classroomMissing')}
            </SiteLink>
          </p>
          <p>
            {t('teacherSignUpSuccess.help')} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
          </p>
          <ConsentBanner afterForm />
        </div>
        <Art src={letter} width={480} height={346} />
      </div>
    </div>
  );
}
