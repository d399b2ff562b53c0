import { useState } from 'react';
import type { Membership } from '../../src/contracts/subscription.ts';
import { readableDate } from '../../src/i18n/date.ts';
import friends from '../art/success-state.svg';
import { Art } from '../layout/art.tsx';
import { Icon } from '../layout/icon.tsx';
import { LoadingFallback } from '../layout/loading-fallback.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { useHydrated } from '../routing/page-state.ts';
import { useArrival } from '../routing/use-arrival.ts';
import { useSite } from '../site-context.ts';

/** Shows the result of the purchase, or that it is being checked. It is announced when it is known. */
function PurchaseResult({ membership }: { membership: Membership | null }) {
  const { t, language } = useSite();
  const textOf = (result: Membership): string => {
    if (result.kind !== 'trial') return t(`confirmation.membership.${result.kind}.text`);
    if (result.until === null) return t('confirmation.membership.trial.open');
    return t('confirmation.membership.trial.text', { date: readableDate(result.until, language) });
  };
  const isGood = membership?.kind === 'trial' || membership?.kind === 'active';
  return (
    <div className="purchase-result" role="status">
      {isGood && <Icon name="tick" />}
      {membership === null ? (
        <p>{t('confirmation.membership.looking')}</p>
      ) : (
        <div>
          <h2>{t(`confirmation.membership.${membership.kind}.heading`)}</h2>
          <p>{textOf(membership)}</p>
        </div>
      )}
    </div>
  );
}

/**
 * The page after a purchase (product-spec.md#2-screens-and-routes). It is open to everybody, because the phone that
 * scanned its code has no session.
 */
export function ConfirmationPage() {
  const { t, language, signedIn } = useSite();
  const checkout = useArrival('confirmation');
  const [membership, setMembership] = useState<Membership | null>(null);
  // The prerendered page contains the result's place for everybody. Its first script shows it to a buyer.
  const isPrerendered = !useHydrated();
  return (
    <div className="confirmation">
      <div className="cheer">
        <div className="wrap">
          <div className="cheer-say">
            <PageHeading text={t('confirmation.heading')} lead={t('confirmation.lead')} />
            {(isPrerendered || (signedIn && checkout !== undefined)) && <PurchaseResult membership={membership} />}
          </div>
          <Art src={friends} width={400} height={340} />
        </div>
      </div>
      <div className="wrap room room-confirmation">
        <maths-confirmation
          lang={language}
          checkout={checkout}
          onmembership-checked={({ detail }) => setMembership(detail)}
        >
          <LoadingFallback />
        </maths-confirmation>
      </div>
    </div>
  );
}
