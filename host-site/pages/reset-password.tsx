import { FormPage, LoadingFallback } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

/** Sets a new password from a mailed link. */
export function Page() {
  const { t } = useSite();
  return (
    <FormPage name="reset-password" heading={t('resetPassword.heading')}>
      <maths-reset-password>
        <LoadingFallback />
      </maths-reset-password>
    </FormPage>
  );
}
