/** How a test card behaves when it is charged later. */
export type CardBehaviour = 'works' | 'fails';

/** The stored part of a card, and how the card behaves when it is charged. */
export type TestCard = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  behaviour: CardBehaviour | 'declined';
};

/** Stripe's test numbers (https://docs.stripe.com/testing). Other numbers are rejected, because they could be real. */
export const testCards = [
  { number: '4242424242424242', brand: 'visa', behaviour: 'works' },
  { number: '5555555555554444', brand: 'mastercard', behaviour: 'works' },
  { number: '4000000000000002', brand: 'visa', behaviour: 'declined' },
  { number: '4000000000000341', brand: 'visa', behaviour: 'fails' },
] as const;

export const cardOfNumber = (typed: string) => {
  const digits = typed.replaceAll(/[\s-]/g, '');
  return testCards.find(({ number }) => number === digits);
};

/** Parses an expiry date such as `12/34` or `12 / 2034`. Returns null if it is invalid. */
export const expiryOf = (typed: string): { month: number; year: number } | null => {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(typed.trim()) ?? [];
  return month === undefined || year === undefined ? null : { month: Number(month), year: 2_000 + Number(year) };
};

/** Returns whether a card has expired. A card is valid until the end of its month. */
export const isPast = ({ month, year }: { month: number; year: number }, now: Date): boolean =>
  Date.UTC(year, month, 1) <= now.getTime();
