import { useRef } from 'react';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { SignedInState } from './dashboard-flow.ts';
import type { PaymentButtonProps } from './payment-button.tsx';
import { moods, planStatusOf } from './plan.ts';
import { PlanDetails } from './plan-details.tsx';
import type { DashboardActions } from './use-dashboard.ts';

export type PlanPanelProps = {
  t: Translate;
  language: Language;
  state: SignedInState;
  actions: Pick<DashboardActions, 'retry' | 'purchase' | 'manage'>;
  visit: PaymentButtonProps['visit'];
};

/** The panel of the subscription. It has the same size when the subscription is known, loading, or not available. */
export function PlanPanel({ t, language, state, actions, visit }: PlanPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button is about to be removed, so the focus moves to the heading, which is followed by the new content.
  const retry = () => {
    heading.current?.focus();
    actions.retry();
  };
  const mark = () => {
    // The heading keeps its place below the mark, also when there is nothing to say.
    if (state.step === 'unreachable') return <div className="maths-mark-waiting" aria-hidden="true" />;
    if (state.step === 'opening') return <div className="maths-bar maths-mark-waiting" aria-hidden="true" />;
    const situation = planStatusOf(state.account);
    return <p className={`maths-pill maths-pill-${moods[situation]}`}>{t(`plan.pill.${situation}`)}</p>;
  };
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={4} />;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{errorSentence(t, 'account', state.failure.code, state.failure)}</Message>
            <div className="maths-action">
              <Button onClick={retry}>{t('common.retry')}</Button>
            </div>
          </>
        );
      case 'open': {
        const { account } = state;
        const { userID, customerID } = account;
        return (
          <PlanDetails
            {...{ t, language, account, visit }}
            purchase={actions.purchase(userID)}
            manage={customerID === null ? null : actions.manage(customerID)}
          />
        );
      }
    }
  };
  // A picture of the page. It celebrates a membership, so it is not shown with an offer or bad news.
  const cheers = state.step === 'open' && moods[planStatusOf(state.account)] === 'good';
  return (
    <section className="maths-panel maths-plan" part="panel">
      <div className="maths-plan-body">
        {mark()}
        <h2 ref={heading} className="maths-heading" part="heading" tabIndex={-1}>
          {t('plan.heading')}
        </h2>
        {content()}
      </div>
      {cheers && <slot name="art" />}
    </section>
  );
}
