import friends from '../art/success-state.svg';
import { Art } from '../layout/art.tsx';
import { LoadingFallback } from '../layout/loading-fallback.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { useArrival } from '../routing/use-arrival.ts';
import { useSite } from '../site-context.ts';

/**
 * The page after a purchase (product-spec.md#2-screens-and-routes). It is open to everybody, because the phone that
 * scanned its code has no session.
 */
export function ConfirmationPage() {
  const { t, language } = useSite();
  const checkout = useArrival('confirmation');
  return (
    <div className="confirmation">
      <div className="cheer">
        <div className="wrap">
          <div className="cheer-say">
            <PageHeading text={t('confirmation.heading')} lead={t('confirmation.lead')} />
          </div>
          <Art src={friends} width={400} height={340} />
        </div>
      </div>
      <div className="wrap room room-confirmation">
        <maths-confirmation lang={language} checkout={checkout}>
          <LoadingFallback />
        </maths-confirmation>
      </div>
    </div>
  );
}
