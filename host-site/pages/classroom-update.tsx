import { FormPage, LoadingFallback } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

/** Shows the change of a classroom behind a mailed link, and the button that applies it. */
export function Page() {
  const { t } = useSite();
  return (
    <FormPage name="classroom-update" heading={t('classroomUpdate.heading')}>
      <maths-classroom-update>
        <LoadingFallback />
      </maths-classroom-update>
    </FormPage>
  );
}
