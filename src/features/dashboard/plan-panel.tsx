import { useRef } from 'react';
import { offerText } from '../../lib/texts.ts';
import { readableDay } from '../../lib/time.ts';
import { Button, type ButtonProps, Link } from '../../ui/button.tsx';
import { Message, Retry, Skeleton } from '../../ui/message.tsx';
import type { ActionState } from '../shared/action.ts';
import { type ViewValue, useElement } from '../shared/use-element.ts';
import type { AccountViewProps } from './controller.ts';
import {
  moodOf,
  nextStepOf,
  offerOf,
  paidSubscription,
  paymentsText,
  planStatusOf,
  planText,
  shopAddress,
  shopOf,
} from './plan.ts';
import type { Account } from './services.ts';

/** The panel of the subscription. It has the same size when the subscription is known, loading, or not available. */
export function PlanPanel({ page, state, controller }: AccountViewProps) {
  const { t, sentence } = useElement();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button is about to be removed, so the focus moves to the heading, which is followed by the new content.
  const retry = () => {
    heading.current?.focus();
    controller.retry();
  };
  const status = page.step === 'open' ? planStatusOf(page.account) : 'unknown';
  const mood = page.step === 'open' ? moodOf(page.account) : 'calm';
  const content = () => {
    switch (page.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={6} />;
      case 'unreachable':
        return (
          <div className="maths-action">
            <Retry message={sentence(page.failure)} label={t('common.retry')} onRetry={retry} />
          </div>
        );
      case 'open':
        return <PlanDetails account={page.account} {...{ state, controller }} />;
    }
  };
  return (
    <section className="maths-panel maths-plan" part="panel">
      <div className="maths-plan-body">
        {/* The heading keeps its place below the mark, also when there is no news. */}
        {page.step === 'opening' ? (
          <div className="maths-bar maths-mark-waiting" aria-hidden="true" />
        ) : (
          <p className={`maths-pill maths-pill-${mood}`}>{t(`plan.pill.${status}`)}</p>
        )}
        <h2 ref={heading} className="maths-heading" part="heading" tabIndex={-1}>
          {t('plan.heading')}
        </h2>
        {content()}
      </div>
      {/* A picture of the page. It celebrates a membership, so it is not shown with an offer or bad news. */}
      {mood === 'good' && <slot name="art" />}
    </section>
  );
}

type PlanDetailsProps = Omit<AccountViewProps, 'page'> & { account: Account };

/** Returns the page that ends a contract. A cancelled one can still be withdrawn from. */
const cancelLink = (link: ViewValue['link'], refundUntil: string | null): string => {
  const url = new URL(link('/cancel'));
  if (refundUntil !== null) url.searchParams.set('mode', 'withdrawal');
  return url.href;
};

const included = ['packages', 'children', 'cancel'];

function PlanDetails({ account, state, controller }: PlanDetailsProps) {
  const { t, link } = useElement();
  const paid = paidSubscription(account);
  const offer = offerOf(account);
  const { offer: cost, refundUntil } = account;
  const shop = shopOf(account);
  const address = shop === null ? null : shopAddress[shop];
  const next = nextStepOf(account);
  const price =
    offer !== null && cost ? offerText(t, cost, cost.trialEnd === null ? null : { end: cost.trialEnd }) : null;
  const plan = planText(t, account);
  const { keep } = state;
  return (
    <>
      {moodOf(account) === 'good' && (
        <div className="maths-action maths-play">
          <p className="maths-plan-text">{t('play.text')}</p>
          <Link variant="button" href={link('/confirmation')}>
            {t('play.link')}
          </Link>
        </div>
      )}
      {paid !== null && <p className="maths-price">{paymentsText(t, paid)}</p>}
      {price !== null && <p className="maths-price">{price}</p>}
      <p className="maths-plan-text">{plan}</p>
      {offer === 'first' && (
        <ul className="maths-included">
          {included.map((name) => (
            <li key={name}>{t(`offer.included.${name}`)}</li>
          ))}
        </ul>
      )}
      {shop !== null && (
        <p className="maths-plan-text">
          {t(`shop.${shop}`)}{' '}
          {address !== null && (
            <Link href={address} newTab={t('common.newTab')}>
              {t(`shop.manage.${shop}`)}
            </Link>
          )}
        </p>
      )}
      {keep.step === 'done' && <Message tone="ok">{t(next === 'keep' ? 'keep.underWay' : 'keep.done')}</Message>}
      {next === 'keep' && keep.step !== 'done' && (
        <ActionButton label={t('keep.button')} action="keep" state={keep} onPress={controller.keep} />
      )}
      {offer !== null && (
        <>
          <ActionButton
            variant="sun"
            label={t(`offer.${offer}`)}
            state={state.purchase}
            onPress={() => controller.purchase(price === null ? plan : `${price}\n${plan}`)}
          />
          {state.link.step === 'done' ? (
            <Message tone="ok">{t('moveIn.sent')}</Message>
          ) : (
            <>
              <p className="maths-hint">{t('moveIn.question')}</p>
              <ActionButton
                variant="line"
                label={t('moveIn.ask')}
                action="moveIn"
                state={state.link}
                onPress={controller.mailLink}
              />
            </>
          )}
        </>
      )}
      {account.customerID !== null && next === 'pay' && (
        <ActionButton label={t('manage.card')} state={state.manage} onPress={controller.manage} />
      )}
      {(next === 'keep' ? refundUntil !== null : next !== null) && (
        <Link variant="quiet" href={cancelLink(link, refundUntil)}>
          {refundUntil === null ? t('leave') : t('refund', { date: readableDay(refundUntil, t.language) })}
        </Link>
      )}
    </>
  );
}

type ActionButtonProps = {
  variant?: ButtonProps['variant'];
  label: string;
  action?: 'payment' | 'keep' | 'moveIn';
  state: ActionState<unknown>;
  onPress(): void;
};

function ActionButton({ variant = 'brand', label, action = 'payment', state, onPress }: ActionButtonProps) {
  const { t, sentence } = useElement();
  const busy = state.step === 'running';
  return (
    <div className="maths-action">
      {/* That error is shown above the account, which is loaded again. */}
      {state.step === 'failed' && state.failure.code !== 'ALREADY_SUBSCRIBED' && (
        <Message tone="bad">{`${t(`${action}.failed`)} ${sentence(state.failure)}`}</Message>
      )}
      <Button variant={variant} busy={busy} onClick={onPress}>
        {busy ? t(`running.${action}`) : label}
      </Button>
    </div>
  );
}
