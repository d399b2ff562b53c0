import { brand } from '../../src/config/brand.ts';
import { FormPage, LoadingFallback } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

/** Ends a contract, also for a visitor who is not signed in. */
export function Page() {
  const { t } = useSite();
  return (
    <FormPage name="cancel" heading={t('cancel.heading')}>
      <maths-cancel>
        <LoadingFallback>
          {t('cancel.byMail')} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </LoadingFallback>
      </maths-cancel>
    </FormPage>
  );
}
