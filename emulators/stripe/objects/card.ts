import type { CardBehaviour, TestCard } from '../cards.ts';
import { newId } from '../ids.ts';

/** Returns a payment method with the part of a card that a receipt shows. The card number is never stored. */
export const newCard = (customer: string, card: TestCard & { behaviour: CardBehaviour }) => ({
  ...card,
  id: newId('pm'),
  object: 'payment_method' as const,
  customer,
});
export type Card = ReturnType<typeof newCard>;
