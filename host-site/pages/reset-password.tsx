import { ConsentBanner } from '../consent/consent-banner.tsx';
import { Late } from '../layout/late.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { handOverSecret } from '../routing/hand-over.ts';
import { useSite } from '../site-context.ts';

const handOver = handOverSecret('resetPassword');

/** A new password from a mailed link. */
export function ResetPasswordPage() {
  const { t, language } = useSite();
  return (
    <div className="wrap narrow">
      <PageHeading text={t('resetPassword.heading')} lead={t('resetPassword.lead')} />
      <div className="room room-reset-password">
        <maths-reset-password lang={language} ref={handOver}>
          <Late />
        </maths-reset-password>
      </div>
      <ConsentBanner afterForm />
    </div>
  );
}
