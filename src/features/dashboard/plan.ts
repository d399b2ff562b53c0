import {
  blocksPurchase,
  hasLastPayment,
  type Price,
  type Standing,
  standingOf,
  type Subscription,
} from '../../contracts/calls/subscription.ts';
import type { Translate } from '../../i18n/translate.ts';
import { readableDate } from '../../lib/time.ts';
import { paymentValues, priceText, readableAmount } from '../../lib/texts.ts';
import type { Account } from './services.ts';

/** The states of a subscription, each with a message and a label (`plan` in the messages). */
type PlanStatus = 'none' | Standing;

export const planStatusOf = ({ isSubscribed, subscription }: Account): PlanStatus => {
  // A server may report only whether there is a membership.
  if (subscription === null) return isSubscribed ? 'active' : 'none';
  return standingOf(subscription);
};

/** The style of the label, and what a member can do next: keep what is ending, pay what is due, or leave. */
type PlanFacts = { mood: 'good' | 'calm' | 'bad'; next: 'keep' | 'pay' | 'leave' | null };

const plans: Readonly<Record<PlanStatus, PlanFacts>> = {
  none: { mood: 'calm', next: null },
  trial: { mood: 'good', next: 'leave' },
  trialEnding: { mood: 'calm', next: 'keep' },
  active: { mood: 'good', next: 'leave' },
  ending: { mood: 'calm', next: 'keep' },
  endingLater: { mood: 'calm', next: 'leave' },
  paused: { mood: 'calm', next: 'leave' },
  unclear: { mood: 'calm', next: 'leave' },
  pastDue: { mood: 'bad', next: 'pay' },
  unpaid: { mood: 'bad', next: 'pay' },
  ended: { mood: 'calm', next: null },
};

export const moodOf = (account: Account): PlanFacts['mood'] => plans[planStatusOf(account)].mood;

type PaidSubscription = Subscription & { price: Price };

/** Returns the subscription for which the person is going to pay; null when no price is to be shown. */
export const paidSubscription = (account: Account): PaidSubscription | null => {
  const { subscription } = account;
  const status = planStatusOf(account);
  const { next } = plans[status];
  const isPaid = (next === 'leave' || next === 'pay') && status !== 'paused' && status !== 'unclear';
  return isPaid && subscription !== null && subscription.price !== null
    ? { ...subscription, price: subscription.price }
    : null;
};

/**
 * Returns what can be bought, never a second one in any shop: a first subscription, for a person who is no customer
 * yet, as in the spec, and another for one that has ended, because Stripe's own page cannot sell it.
 */
export const offerOf = ({ isSubscribed, subscription, customerID }: Account): 'first' | 'again' | null => {
  if (isSubscribed) return null;
  if (subscription === null) return customerID === null ? 'first' : null;
  return blocksPurchase[subscription.status] ? null : 'again';
};

/** Returns where a subscription of another shop is managed; null once it has ended. */
export const shopOf = ({ subscription }: Account): 'apple' | 'google' | 'other' | null =>
  subscription === null || subscription.store === 'stripe' || subscription.status === 'ended'
    ? null
    : subscription.store;

export const shopAddress = {
  apple: 'https://apps.apple.com/account/subscriptions',
  google: 'https://play.google.com/store/account/subscriptions',
  other: null,
} as const;

/** Returns what a member who bought here can do next; null for others. */
export const nextStepOf = (account: Account): PlanFacts['next'] =>
  account.subscription === null || shopOf(account) !== null ? null : plans[planStatusOf(account)].next;

/**
 * Returns what the next payments cost: "US$9.99 per month", "US$7.99 per month until February 26, 2027, then US$9.99".
 */
export const paymentsText = (t: Translate, { price, discount }: PaidSubscription): string => {
  if (discount === undefined) return priceText(t, price);
  const { amount, until } = discount;
  const reduced = priceText(t, { ...price, amount });
  if (until === null) return reduced;
  const full = readableAmount(price.amount, price.currency, t.language);
  return t('price.discount.until', { price: reduced, date: readableDate(until, t.language), full });
};

export const planText = (t: Translate, account: Account): string => {
  const situation = planStatusOf(account);
  const { subscription } = account;
  const { currentPeriodEnd, endsAt, due, price, pause, nextPayment } = subscription ?? {};
  const dateOf = (moment: string): string => readableDate(moment, t.language);
  const next = nextPayment && paymentValues(nextPayment, t.language);
  switch (situation) {
    case 'trial':
    case 'active': {
      if (next) return t(`plan.next.${situation}`, next);
      return currentPeriodEnd
        ? t(`plan.dated.${situation}`, { date: dateOf(currentPeriodEnd) })
        : t('plan.text.member');
    }
    case 'trialEnding':
    case 'ending':
      if (next && subscription !== null && hasLastPayment(subscription)) return t('plan.next.lastPayment', next);
      return endsAt ? t(`plan.dated.${situation}`, { date: dateOf(endsAt) }) : t('plan.text.member');
    case 'endingLater': {
      const later = t('plan.dated.endingLater', { date: endsAt ? dateOf(endsAt) : '' });
      return next ? `${later} ${t('plan.next.endingLater', next)}` : later;
    }
    case 'paused':
      return pause?.until ? t('plan.dated.paused', { date: dateOf(pause.until) }) : t('plan.text.paused');
    case 'unclear':
      return t('plan.text.unclear');
    case 'pastDue':
    case 'unpaid': {
      if (shopOf(account) !== null) return t(`plan.shop.${situation}`);
      if (!due || !price) return t(`plan.card.${situation}`);
      const amount = readableAmount(due.amount, price.currency, t.language);
      const date = due.next === null ? '' : dateOf(due.next);
      return `${t('plan.due.failed', { amount })} ${t(due.next === null ? `plan.card.${situation}` : 'plan.due.next', { date })}`;
    }
    case 'none':
      // Stripe's page cannot sell a subscription, so a customer with unknown state is shown another way.
      return t(account.customerID === null ? 'plan.text.none' : 'plan.text.customer');
    case 'ended': {
      const { refunded } = subscription ?? {};
      if (!refunded) return t('plan.text.ended');
      const amount = readableAmount(refunded.amount, refunded.currency, t.language);
      return `${t('plan.text.ended')} ${t('plan.refunded', { amount })}`;
    }
  }
};
