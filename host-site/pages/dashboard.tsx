import { Late } from '../layout/late.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { navigate } from '../routing/navigation.ts';
import { useArrival } from '../routing/use-arrival.ts';
import { useSite } from '../site-context.ts';

/** The parent's account. Leaving it, by one's own will or the server's, leads home (spec section 4, "Logout"). */
export function DashboardPage() {
  const { t, language } = useSite();
  const payment = useArrival('dashboard');
  const goHome = () => navigate('home');
  return (
    <div className="account">
      <div className="wrap">
        <PageHeading text={t('dashboard.heading')} />
        <div className="room room-dashboard">
          <maths-dashboard lang={language} payment={payment} onsigned-out={goHome}>
            <Late />
          </maths-dashboard>
        </div>
      </div>
    </div>
  );
}
