import type { ReactNode } from 'react';
import friends from '../art/success-state.svg';
import { Art, Icon, LoadingFallback, PageHeading } from '../layout/content.tsx';
import { RichText } from '../../src/ui/message.tsx';
import { useSite } from '../site-context.ts';

type ResultProps = { name: string; heading: string; good?: boolean; children: ReactNode };

function Result({ name, heading, good = false, children }: ResultProps) {
  return (
    <div data-membership={name} hidden>
      {good && <Icon name="tick" />}
      <div>
        <h2>{heading}</h2>
        <p>{children}</p>
      </div>
    </div>
  );
}

/** A trial until a day, and the amount that is paid then, which only the browser knows. */
const trialMarks = { date: () => <time />, amount: () => <b /> };

/** The results of a purchase, of which `script/membership.ts` announces one, for buyers only. */
function PurchaseResult() {
  const { t } = useSite();
  return (
    <div className="purchase-result" role="status">
      <p data-membership="looking">{t('confirmation.membership.looking')}</p>
      <Result name="trial" heading={t('confirmation.membership.trial.heading')} good>
        <RichText text={t('confirmation.membership.trial.text')} marks={trialMarks} />
      </Result>
      <Result name="open-trial" heading={t('confirmation.membership.trial.heading')} good>
        {t('confirmation.membership.trial.open')}
      </Result>
      <Result name="active" heading={t('confirmation.membership.active.heading')} good>
        {t('confirmation.membership.active.text')}
      </Result>
      <Result name="pending" heading={t('confirmation.membership.pending.heading')}>
        {t('confirmation.membership.pending.text')}
      </Result>
      <Result name="unknown" heading={t('confirmation.membership.unknown.heading')}>
        {t('confirmation.membership.unknown.text')}
      </Result>
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
