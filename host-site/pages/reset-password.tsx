import type { MathsResetPasswordElement } from '../../elements/shared/element-types.ts';
import { Late } from '../layout/late.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { arrivalAt } from '../routing/arrival.ts';
import { useSite } from '../site-context.ts';

/** By property, and not by React's props: before the definition they would become an attribute of the page. */
const handOver = (element: MathsResetPasswordElement | null): void => {
  if (element !== null) element.secret = arrivalAt('resetPassword');
};

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
    </div>
  );
}
