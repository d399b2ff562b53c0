import gate from '../art/gate.svg';
import { Art, BenefitList, FormPage, LoadingFallback } from '../layout/content.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { useSite } from '../site-context.ts';

const reasons = ['manage', 'play', 'children'];

/** The sign-in page. Its forgotten-password form is inside the tag and has its own heading instead of the page's. */
export function Page() {
  const { t } = useSite();
  return (
    <FormPage
      name="sign-in"
      heading={t('signIn.heading')}
      trust={
        <p className="trust">
          {t('signIn.teacher')}
          <SiteLink to="teacherSignUp" query={{ mode: 'link' }}>
            {t('signIn.findClass')}
          </SiteLink>
        </p>
      }
      aside={{
        heading: t('welcome.heading'),
        content: (
          <>
            <BenefitList benefits={reasons.map((name) => ({ title: t(`welcome.${name}`) }))} />
            <Art src={gate} width={400} height={320} />
          </>
        ),
      }}
    >
      <maths-sign-in>
        <LoadingFallback />
      </maths-sign-in>
    </FormPage>
  );
}
