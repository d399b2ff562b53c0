import type { Language } from '../contracts/language.ts';

/** Currencies whose smallest unit at Stripe differs from ISO (https://docs.stripe.com/currencies, "Special cases"). */
const digitsOfStripe: Readonly<Record<string, number>> = { isk: 2, ugx: 2, mga: 0 };

/** Formats an amount in the currency's smallest unit, as in `contracts/subscription.ts`: "$9.99", "9,99 $US", "$12". */
export const readableAmount = (amount: number, currency: string, language: Language): string => {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const digits = digitsOfStripe[currency] ?? format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
};
