import friends from '../art/success-state.svg';
import { Art, LoadingFallback, PageHeading } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

/** The parent's account. `script/session.ts` leaves it after a log-out or a deletion. */
export function Page() {
  const { t } = useSite();
  return (
    <div className="account">
      <div className="wrap">
        <PageHeading text={t('dashboard.heading')} />
        <div className="room room-dashboard">
          <maths-dashboard>
            <Art slot="art" src={friends} width={400} height={340} />
            <LoadingFallback />
          </maths-dashboard>
        </div>
      </div>
    </div>
  );
}
