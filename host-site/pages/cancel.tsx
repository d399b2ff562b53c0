import { FormPage, LoadingFallback } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

/** Ends a contract, also for a visitor who is not signed in. */
export function Page() {
  const { t } = useSite();
  return (
    <FormPage name="cancel" heading={t('cancel.heading')}>
      <maths-cancel>
        <LoadingFallback byMail={t('cancel.byMail')} />
      </maths-cancel>
    </FormPage>
  );
}
