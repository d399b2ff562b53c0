import gate from '../art/gate.svg';
import { BenefitList, LoadingFallback, PageHeading, Split } from '../layout/content.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { useSite } from '../site-context.ts';

const reasons = ['manage', 'play', 'children'];

export const placesConsent = true;

/** The sign-in page. Its forgotten-password form is inside the tag and has its own heading instead of the page's. */
export function Page() {
  const { t } = useSite();
  return (
    <Split
      form={
        <>
          <PageHeading text={t('signIn.heading')} lead={t('signIn.lead')} />
          <div className="room room-sign-in">
            <maths-sign-in>
              <LoadingFallback />
            </maths-sign-in>
          </div>
        </>
      }
      trust={
        <p className="soft">
          {t('signIn.teacher')}{' '}
          <SiteLink to="teacherSignUp" query={{ mode: 'link' }}>
            {t('signIn.findClass')}
          </SiteLink>
        </p>
      }
      asideHeading={t('welcome.heading')}
      aside={
        <>
          <p className="soft">{t('welcome.text')}</p>
          <BenefitList benefits={reasons.map((name) => ({ title: t(`welcome.${name}`) }))} />
        </>
      }
      art={{ src: gate, width: 400, height: 320 }}
    />
  );
}
