import { useLayoutEffect, useRef } from 'react';
import { limits } from '../../config/limits.ts';
import { type DeclarationKind, declarationKinds } from '../../contracts/calls/cancel.ts';
import { cancelInStore, hasLastPayment, standingOf, type Subscription } from '../../contracts/calls/subscription.ts';
import type { Translate } from '../../i18n/translate.ts';
import { paymentValues, readableAmount } from '../../lib/texts.ts';
import { readableDate, readableDay } from '../../lib/time.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import { type CancelController, type CancelState, type Chooser, isOpen, underWayOf } from './controller.ts';

function Shops({ store }: { store: Subscription['store'] | null }) {
  const { t } = useElement();
  const link = (shop: 'apple' | 'google') => (
    <Link href={cancelInStore[shop]} newTab={t('common.newTab')}>
      {t(`shops.${shop}`)}
    </Link>
  );
  return (
    <p className="maths-cancel-shops">
      {`${t('shops.text')} `}
      {store !== 'google' && link('apple')}
      {/* A wide space, at which a line may break: two links need a gap to look like two. */}
      {'\u2003'}
      {store !== 'apple' && link('google')}
    </p>
  );
}

type Choosing = Extract<CancelState, { step: 'choosing' }>;

/** Says what a signed-in parent has, and what is being carried out already. */
const situationOf = (t: Translate, { source }: Choosing): string => {
  if (source.by === 'visitor') return t('visitor');
  const { subscription, isRead, latest } = source.overview;
  const underWay = underWayOf(source.overview);
  if (underWay !== null) return t(underWay === 'undo' ? 'undoUnderWay' : `kinds.${underWay}.underWay`);
  if (subscription === null || subscription.status === 'ended') {
    return t(!isRead ? 'notRead' : subscription === null ? 'nothing' : 'standing.ended');
  }
  if (subscription.store !== 'stripe') return t('inShop');
  const { currentPeriodEnd, endsAt, due, price, nextPayment } = subscription;
  const dateOf = (moment: string | null | undefined): string => (moment ? readableDate(moment, t.language) : '');
  const next = nextPayment && paymentValues(nextPayment, t.language);
  const standing = standingOf(subscription);
  switch (standing) {
    case 'trial':
    case 'active': {
      const goesOn = next ? t(`standing.${standing}`, next) : t('running');
      return latest?.kind === 'undo' && standing === 'trial' ? `${t('kept')} ${goesOn}` : goesOn;
    }
    case 'trialEnding':
    case 'ending':
    case 'endingLater':
      if (next && hasLastPayment(subscription)) return t('standing.lastPayment', next);
      return t(`standing.${standing}`, { date: dateOf(endsAt ?? currentPeriodEnd), amount: next?.amount ?? '' });
    case 'pastDue':
    case 'unpaid':
      return due && price
        ? t('standing.due', { amount: readableAmount(due.amount, price.currency, t.language) })
        : t('standing.unpaid');
    case 'paused':
    case 'unclear':
    case 'ended':
      return t(`standing.${standing}`);
  }
};

/** Says what a choice means, for this parent if there is one. */
const explanationOf = (t: Translate, kind: DeclarationKind, source: Chooser): string => {
  const overview = source.by === 'account' ? source.overview : null;
  if (kind === 'withdrawal' && overview?.withdrawUntil) {
    return t('kinds.withdrawal.explainsDate', { date: readableDay(overview.withdrawUntil, t.language) });
  }
  if (!overview?.subscription) return t(`kinds.${kind}.explains`, { days: limits.withdrawalDays });
  const { subscription, cancellationEndsAt: end } = overview;
  if (end === null) return t('kinds.cancellation.explainsNow');
  const date = readableDate(end, t.language);
  return t(`kinds.cancellation.${subscription.status === 'trialing' ? 'explainsTrial' : 'explainsDate'}`, { date });
};

type ChoicesProps = { controller: CancelController; state: Choosing; error: string | null };

export function Choices({ controller, state, error }: ChoicesProps) {
  const { t } = useElement();
  const { source, busy } = state;
  const overview = source.by === 'account' ? source.overview : null;
  const open = declarationKinds.filter((kind) => isOpen(kind, source));
  const box = useRef<HTMLDivElement>(null);
  const takesFocus = state.isBack && error === null;
  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className="maths-cancel" tabIndex={-1} aria-busy={busy}>
      {error !== null && <Message tone="bad">{error}</Message>}
      <p className="maths-cancel-text">{situationOf(t, state)}</p>
      {overview?.canUndo === true && (
        <Button variant="brand" busy={busy} onClick={controller.undo}>
          {t(busy ? 'undoing' : 'undo')}
        </Button>
      )}
      {open.map((kind) => (
        <section key={kind} className="maths-tile maths-cancel-choice" aria-label={t(`kinds.${kind}.choice`)}>
          <p className="maths-cancel-text">{explanationOf(t, kind, source)}</p>
          <Button variant="line" onClick={() => controller.choose(kind)}>
            {t(`kinds.${kind}.choice`)}
          </Button>
        </section>
      ))}
      {overview !== null && open.length === 0 && !overview.canUndo && (
        <Button variant="quiet" onClick={controller.startAgain}>
          {t('anotherAddress')}
        </Button>
      )}
      <Shops store={overview?.subscription?.store ?? null} />
    </div>
  );
}
