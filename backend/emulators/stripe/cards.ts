import type { CardBehaviour } from './schema.ts';

/** What is kept of a card, and how it behaves. */
export type TestCard = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  behaviour: CardBehaviour | 'declined';
};

/** Stripe's own test numbers (https://docs.stripe.com/testing). No other number is taken: a real one must not be typed. */
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

/** `12/34` or `12 / 2034`, as it is printed on a card. */
export const expiryOf = (typed: string): { month: number; year: number } | null => {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(typed.trim()) ?? [];
  return month === undefined || year === undefined ? null : { month: Number(month), year: 2_000 + Number(year) };
};

/** A card is good to the end of its month. */
export const isPast = ({ month, year }: { month: number; year: number }, now: Date): boolean =>
  Date.UTC(year, month, 1) <= now.getTime();
