import { newId, initially, unix, unixOrNull, newPageId, type Stored } from './common.ts';
import type { Coupon, Catalog, Context } from '../catalog.ts';
import { discountEnd, checkoutAmounts } from '../lifecycle/amounts.ts';
import type { Discount } from './subscription.ts';

export const newCustomer = (created: Date, email: string) => ({
  id: newId('cus'),
  object: 'customer' as const,
  created: unix(created),
  email,
});
export type Customer = ReturnType<typeof newCustomer>;

export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };

export const isDeleted = (customer: Customer | DeletedCustomer): customer is DeletedCustomer => 'deleted' in customer;

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

/** Returns a payment method with the part of a card that a receipt shows. The card number is never stored. */
export const newCard = (customer: string, card: TestCard & { behaviour: CardBehaviour }) => ({
  ...card,
  id: newId('pm'),
  object: 'payment_method' as const,
  customer,
});
export type Card = ReturnType<typeof newCard>;

type Applied = { coupon: Coupon; promotionCode: string | null; customer: string; subscription: string; now: Date };

/** Returns the discount of a subscription that begins now. */
export const newDiscount = ({ coupon, promotionCode, customer, subscription, now }: Applied) => ({
  id: newId('di'),
  object: 'discount' as const,
  customer,
  end: unixOrNull(discountEnd(coupon, now)),
  promotion_code: promotionCode,
  source: { coupon: coupon.id, type: 'coupon' as const },
  start: unix(now),
  subscription,
});
export type AppliedDiscount = ReturnType<typeof newDiscount>;

/** What a checkout buys. Stripe does not return it before the subscription exists. */
export type Order = Discount & {
  trial_days: number | null;
  metadata: Record<string, string>;
};

/** Returns the fields that depend on a discount. The amounts are those that are charged on completion. */
const discountFields = (catalog: Catalog, order: Order) => {
  const { today } = checkoutAmounts(catalog, order);
  return {
    amount_subtotal: today.subtotal,
    amount_total: today.total,
    discounts:
      order.coupon === null
        ? []
        : [{ coupon: order.promotion_code === null ? order.coupon : null, promotion_code: order.promotion_code }],
  };
};

type Parameters = {
  expiresAt: Date;
  success_url: string;
  cancel_url?: string | undefined;
  customer?: string | undefined;
  customer_email?: string | undefined;
  client_reference_id?: string | undefined;
  locale?: string | undefined;
};

export const newCheckoutSession = ({ catalog, now, publicUrl }: Context, order: Order, given: Parameters) => {
  const id = newPageId('cs');
  return {
    ...discountFields(catalog, order),
    id,
    object: 'checkout.session' as const,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: unix(now),
    customer: given.customer ?? null,
    customer_email: given.customer_email ?? null,
    expires_at: unix(given.expiresAt),
    locale: given.locale ?? null,
    mode: 'subscription',
    payment_status: 'unpaid',
    status: initially<'open' | 'complete' | 'expired'>('open'),
    subscription: initially<string | null>(null),
    success_url: given.success_url,
    url: initially<string | null>(`${publicUrl}/c/pay/${id}`),
  };
};
export type CheckoutSession = ReturnType<typeof newCheckoutSession>;
export type StoredSession = Stored<CheckoutSession, Order>;

type PortalOrder = { customer: string; locale?: string | undefined; return_url?: string | undefined };

export const newPortalSession = ({ now, publicUrl }: Context, order: PortalOrder) => {
  const id = newPageId('bps');
  return {
    id,
    object: 'billing_portal.session' as const,
    created: unix(now),
    customer: order.customer,
    locale: order.locale ?? null,
    return_url: order.return_url ?? null,
    url: `${publicUrl}/p/session/${id}`,
  };
};
export type PortalSession = ReturnType<typeof newPortalSession>;
