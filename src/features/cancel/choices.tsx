import { useLayoutEffect, useRef } from 'react';
import { limits } from '../../config/limits.ts';
import { declarationKinds } from '../../contracts/calls/cancel.ts';
import { cancelInStore, type Subscription } from '../../contracts/calls/subscription.ts';
import type { Translate } from '../../i18n/translate.ts';
import { readableDate, readableDay } from '../../lib/time.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import { type CancelController, type CancelState, isOpen } from './controller.ts';

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
const situationOf = (t: Translate, { source, isKept }: Choosing): string => {
  if (source.by === 'visitor') return t('visitor');
  const { subscription, underWay } = source.leaving;
  if (underWay === 'none') return t('undoUnderWay');
  if (underWay !== null) return t(`kinds.${underWay === 'withdrawal' ? underWay : 'cancellation'}.underWay`);
  if (subscription === null || subscription.status === 'ended') return t('nothing');
  if (subscription.store !== 'stripe') return t('inShop');
  const { currentPeriodEnd: end, cancelAtPeriodEnd, status } = subscription;
  if (end === null) return t('running');
  const date = readableDate(end, t.language);
  const isTrial = status === 'trialing';
  if (cancelAtPeriodEnd) return t(isTrial ? 'trialEndsThen' : 'endsOn', { date });
  if (isKept) return t(isTrial ? 'trialGoesOn' : 'goesOn', { date });
  if (isTrial) return t('trialEnds', { date });
  return t(status === 'past_due' ? 'pastDue' : 'renewsOn', { date });
};

type ChoicesProps = { controller: CancelController; state: Choosing; error: string | null };

export function Choices({ controller, state, error }: ChoicesProps) {
  const { t } = useElement();
  const { source, busy } = state;
  const leaving = source.by === 'account' ? source.leaving : null;
  const open = declarationKinds.filter((kind) => isOpen(kind, source));
  const until = leaving?.withdrawUntil ?? null;
  const box = useRef<HTMLDivElement>(null);
  const takesFocus = state.isBack && error === null;
  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className="maths-cancel" tabIndex={-1} aria-busy={busy}>
      {error !== null && <Message tone="bad">{error}</Message>}
      <p className="maths-cancel-text">{situationOf(t, state)}</p>
      {leaving?.canUndo === true && (
        <Button look="brand" busy={busy} onClick={controller.undo}>
          {t(busy ? 'undoing' : 'undo')}
        </Button>
      )}
      {open.map((kind) => (
        <section key={kind} className="maths-cancel-choice" aria-label={t(`kinds.${kind}.choice`)}>
          <p className="maths-cancel-text">
            {t(`kinds.${kind}.explains`, { days: limits.withdrawalDays })}
            {kind === 'withdrawal' && until && ` ${t('withdrawUntil', { date: readableDay(until, t.language) })}`}
          </p>
          <Button look="line" onClick={() => controller.choose(kind)}>
            {t(`kinds.${kind}.choice`)}
          </Button>
        </section>
      ))}
      {leaving !== null && open.length === 0 && !leaving.canUndo && (
        <Button look="quiet" onClick={controller.startAgain}>
          {t('anotherAddress')}
        </Button>
      )}
      <Shops store={leaving?.subscription?.store ?? null} />
    </div>
  );
}
