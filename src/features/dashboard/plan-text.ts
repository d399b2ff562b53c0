import type { Language } from '../../contracts/language.ts';
import type { Offer, Price } from '../../contracts/subscription.ts';
import { readableDate } from '../../i18n/date.ts';
import { readableAmount } from '../../i18n/money.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Account } from './open-account.ts';
import { shopOf, planStatusOf } from './plan.ts';

/** "$9.99 per month", "$24.99 every 3 months". */
export const priceText = (t: Translate, language: Language, price: Price): string => {
  const { amount, currency, interval, intervalCount } = price;
  const readable = readableAmount(amount, currency, language);
  return intervalCount === 1
    ? t(`price.each.${interval}`, { amount: readable })
    : t(`price.every.${interval}`, { amount: readable, count: intervalCount });
};

/**
 * Returns the price of the offer, after the free trial if there is one: "Free until 28 November 2026, then $9.99 per
 * month".
 */
export const offerText = (t: Translate, language: Language, { price, trialEnd }: Offer): string => {
  const readable = priceText(t, language, price);
  return trialEnd === null ? readable : t('offer.trial', { date: readableDate(trialEnd, language), price: readable });
};

/** Describes what will happen to the subscription, and when. */
export const planText = (t: Translate, language: Language, account: Account): string => {
  const situation = planStatusOf(account);
  const end = account.subscription?.currentPeriodEnd ?? null;
  switch (situation) {
    case 'trial':
    case 'trialEnding':
    case 'active':
    case 'ending':
      return end === null
        ? t(`plan.undated.${situation}`)
        : t(`plan.dated.${situation}`, { date: readableDate(end, language) });
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
