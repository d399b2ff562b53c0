import friends from '../art/success-state.svg';
import { Art, Icon, LoadingFallback, PageHeading } from '../layout/content.tsx';
import { RichText } from '../../src/ui/message.tsx';
import { useSite } from '../site-context.ts';

/** The results of a purchase, and whether they are good news. */
const results = { trial: true, openTrial: true, active: true, pending: false, unknown: false };

/** A trial until a day, and the amount that is paid then, which only the browser knows. */
const trialMarks = { date: () => <time />, amount: () => <b /> };

/** The results of a purchase, of which `script/membership.ts` announces one, for buyers only. */
function PurchaseResult() {
  const { t } = useSite();
  return (
    <div className="purchase-result" role="status">
      <p data-membership="looking">{t('confirmation.membership.looking')}</p>
      {Object.entries(results).map(([name, isGood]) => (
        <div key={name} data-membership={name} hidden>
          {isGood && <Icon name="tick" />}
          <div>
            <h2>{t(`confirmation.membership.${name}.heading`)}</h2>
            <p>
              <RichText text={t(`confirmation.membership.${name}.text`)} marks={trialMarks} />
            </p>
          </div>
        </div>
      ))}
      <div data-earlier="" hidden>
        <p>
          <RichText text={t('confirmation.membership.earlier')} marks={trialMarks} />
        </p>
      </div>
    </div>
  );
}

/** The page after a purchase (product-spec.md#2-screens-and-routes), also for a phone without a session. */
export function Page() {
  const { t } = useSite();
  return (
    <div className="confirmation">
      <div className="cheer">
        <div className="wrap">
          <div className="cheer-say">
            <PageHeading text={t('confirmation.heading')} lead={t('confirmation.lead')} />
            <PurchaseResult />
          </div>
          <Art src={friends} width={400} height={340} fetchPriority="high" />
        </div>
      </div>
      <div className="wrap room room-confirmation">
        <maths-confirmation>
          <LoadingFallback />
        </maths-confirmation>
      </div>
    </div>
  );
}
