import type { Offer } from '../../contracts/subscription.ts';
import { readableDate } from '../../lib/date.ts';
import { readableAmount } from '../../lib/money.ts';
import { discountedText, offerText, priceText } from '../../lib/price-text.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Account } from './open-account.ts';
import { type PaidSubscription, planStatusOf, shopOf } from './plan.ts';

/** Returns what the offer costs: "Free until November 28, 2026, then $9.99 per month". */
export const planOfferText = (t: Translate, offer: Offer): string =>
  offerText(t, offer, offer.trialEnd === null ? null : { end: offer.trialEnd });

/**
 * Returns what the next payments cost: "$9.99 per month", "$7.99 per month until February 26, 2027, then $9.99". A
 * discount that ends with the next payment is for that payment only.
 */
export const paymentsText = (t: Translate, { price, discount, currentPeriodEnd }: PaidSubscription): string => {
  if (discount === undefined) return priceText(t, price);
  const { amount, until } = discount;
  if (until === null || until === currentPeriodEnd) {
    return discountedText(t, price, {
      amount,
      duration: until === null ? 'forever' : 'once',
      months: null,
    });
  }
  return t('price.discount.until', {
    price: priceText(t, { ...price, amount }),
    date: readableDate(until, t.language),
    full: readableAmount(price.amount, price.currency, t.language),
  });
};

/** Describes what will happen to the subscription, and when. */
export const planText = (t: Translate, account: Account): string => {
  const situation = planStatusOf(account);
  const end = account.subscription?.currentPeriodEnd ?? null;
  switch (situation) {
    case 'trial':
    case 'trialEnding':
    case 'active':
    case 'ending':
      return end === null
        ? t(`plan.undated.${situation}`)
        : t(`plan.dated.${situation}`, { date: readableDate(end, t.language) });
    case 'pastDue':
    case 'unpaid':
      return t(`plan.${shopOf(account) === null ? 'card' : 'shop'}.${situation}`);
    case 'none':
      // Stripe's page cannot sell a subscription, so a customer with unknown state is shown another way.
      return t(`plan.text.${account.customerID === null ? 'none' : 'customer'}`);
    case 'member':
    case 'ended':
      return t(`plan.text.${situation}`);
  }
};

/** Returns the label for the payment page in this state. */
export const manageHint = (t: Translate, account: Account): string => {
  const situation = planStatusOf(account);
  if (situation === 'ended' || shopOf(account) !== null || account.subscription === null) return t('manage.hint.over');
  return t(situation === 'ending' || situation === 'trialEnding' ? 'manage.hint.ending' : 'manage.hint.renewing');
};
