import { paymentReturns } from '../../src/contracts/routes.ts';
import friends from '../art/success-state.svg';
import { Art } from '../layout/art.tsx';
import { LoadingFallback } from '../layout/loading-fallback.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { navigate } from '../routing/navigation.ts';
import { useArrival } from '../routing/use-arrival.ts';
import { useSite } from '../site-context.ts';

/**
 * The parent's account. Leads home after a log-out, a deletion, or when the server ended the session
 * (product-spec.md#4-states-and-transitions).
 */
export function DashboardPage() {
  const { t, language, coupon } = useSite();
  const arrival = useArrival('dashboard');
  const payment = paymentReturns.find((name) => name === arrival);
  const goHome = () => navigate('home');
  return (
    <div className="account">
      <div className="wrap">
        <PageHeading text={t('dashboard.heading')} />
        <div className="room room-dashboard">
          <maths-dashboard
            lang={language}
            payment={payment}
            coupon={coupon}
            onsigned-out={goHome}
            onaccount-deleted={() => navigate('home', { notice: 'accountDeleted' })}
          >
            <Art slot="art" src={friends} width={400} height={340} />
            <LoadingFallback />
          </maths-dashboard>
        </div>
      </div>
    </div>
  );
}
