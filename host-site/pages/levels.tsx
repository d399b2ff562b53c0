import { LoadingFallback, PageHeading } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

/** 'UGC Dev Tools' (product-spec.md#2-screens-and-routes), for employees: nothing links to it and nothing lists it. */
export function Page() {
  const { t } = useSite();
  return (
    <div className="levels">
      <div className="wrap">
        <PageHeading text={t('levels.heading')} lead={t('levels.lead')} />
        <div className="room room-levels">
          <maths-levels>
            <LoadingFallback />
          </maths-levels>
        </div>
      </div>
    </div>
  );
}
