import type { Language } from '../contracts/language.ts';
import type { Discount, NextPayment, Offer, Price } from '../contracts/calls/subscription.ts';
import { readableDate } from './time.ts';

/**
 * Stripe's currencies without a smaller unit, and those with three digits of it; all others have two, also where
 * browsers and ISO 4217 say otherwise, such as ISK, UGX, HUF and IDR (https://docs.stripe.com/currencies#minor-units).
 */
const withoutDigits = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const withThreeDigits = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

const digitsOf = (currency: string): number => {
  if (withoutDigits.includes(currency)) return 0;
  return withThreeDigits.includes(currency) ? 3 : 2;
};

/** Formats an amount in the currency's smallest unit: "US$9.99", "9,99 $US". A dollar says whose it is. */
export const readableAmount = (amount: number, currency: string, language: Language): string => {
  const digits = digitsOf(currency.toLowerCase());
  const format = new Intl.NumberFormat(language === 'en' ? 'en-001' : language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(amount / 10 ** digits);
};

/** The day and the amount of a payment, as values of a message. */
export const paymentValues = ({ at, amount, currency }: NextPayment, language: Language) => ({
  date: readableDate(at, language),
  amount: readableAmount(amount, currency, language),
});

/** Looks up a sentence of `locales/<language>/dashboard.json`. */
type Translate = ((key: string, values?: Readonly<Record<string, string | number>>) => string) & {
  readonly language: Language;
};

/** "US$9.99 per month", "US$24.99 every 3 months". */
export const priceText = (t: Translate, price: Price): string => {
  const { amount, currency, interval, intervalCount } = price;
  const readable = readableAmount(amount, currency, t.language);
  return intervalCount === 1
    ? t(`price.each.${interval}`, { amount: readable })
    : t(`price.every.${interval}`, { amount: readable, count: intervalCount });
};

/** "US$7.99 per month for 3 months, then US$9.99" */
const discountedText = (t: Translate, price: Price, discount: Omit<Discount, 'coupon'>): string => {
  const first = priceText(t, { ...price, amount: discount.amount });
  const amount = readableAmount(discount.amount, price.currency, t.language);
  const full = readableAmount(price.amount, price.currency, t.language);
  switch (discount.duration) {
    case 'once':
      return t('price.discount.once', { amount, price: priceText(t, price) });
    case 'months':
      return discount.months === 1
        ? t('price.discount.month', { price: first, full })
        : t('price.discount.months', { price: first, count: discount.months ?? 0, full });
    case 'forever':
      return first;
  }
};

/** The free trial before the first payment: its length, or the moment of its end (ISO 8601). null without a trial. */
type Trial = { days: number } | { end: string } | null;

/**
 * Returns what an offer costs, after the free trial if there is one: "Free for 7 days, then US$9.99 per month", "Free
 * for 7 days. With WELCOME20: US$7.99 per month for 3 months, then US$9.99".
 */
export const offerText = (
  t: Translate,
  { price, discount }: Pick<Offer, 'price' | 'discount'>,
  trial: Trial,
): string => {
  const text = discount === undefined ? priceText(t, price) : discountedText(t, price, discount);
  const values = { price: text, coupon: discount?.coupon ?? '' };
  if (trial === null) return discount === undefined ? text : t('offer.with', values);
  const free =
    'days' in trial
      ? t('offer.freeFor', { count: trial.days })
      : t('offer.freeUntil', { date: readableDate(trial.end, t.language) });
  return t(discount === undefined ? 'offer.then' : 'offer.thenWith', { free, ...values });
};

/** Fills the `{{placeholders}}` of a sentence. @throws when it names a value that is not there. */
export const interpolate = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value "${name}" for: ${sentence}`);
    return String(value);
  });
