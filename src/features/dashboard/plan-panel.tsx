import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useElement } from '../shared/use-element.ts';
import type { DashboardController, DashboardState } from './dashboard-controller.ts';
import type { SignedInState } from './dashboard-flow.ts';
import { moods, planStatusOf } from './plan.ts';
import { PlanDetails } from './plan-details.tsx';

export type PlanPanelProps = {
  page: SignedInState;
  state: DashboardState;
  controller: DashboardController;
};

/** The panel of the subscription. It has the same size when the subscription is known, loading, or not available. */
export function PlanPanel({ page, state, controller }: PlanPanelProps) {
  const { t, sentence } = useElement();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button is about to be removed, so the focus moves to the heading, which is followed by the new content.
  const retry = () => {
    heading.current?.focus();
    controller.retry();
  };
  const mark = () => {
    if (page.step === 'opening') return <div className="maths-bar maths-mark-waiting" aria-hidden="true" />;
    // The heading keeps its place below the mark, also when there is no news.
    if (page.step === 'unreachable') return <p className="maths-pill maths-pill-calm">{t('plan.pill.unknown')}</p>;
    const situation = planStatusOf(page.account);
    return <p className={`maths-pill maths-pill-${moods[situation]}`}>{t(`plan.pill.${situation}`)}</p>;
  };
  const content = () => {
    switch (page.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={6} />;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{sentence(page.failure)}</Message>
            <div className="maths-action">
              <Button onClick={retry}>{t('common.retry')}</Button>
            </div>
          </>
        );
      case 'open':
        return <PlanDetails account={page.account} {...{ state, controller }} />;
    }
  };
  // A picture of the page. It celebrates a membership, so it is not shown with an offer or bad news.
  const cheers = page.step === 'open' && moods[planStatusOf(page.account)] === 'good';
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
