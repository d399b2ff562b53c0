import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type Checkout,
  type CheckoutOrder,
  type CouponTerms,
  type StripeEvent,
  type StripeGateway,
  type StripeSubscription,
  StripeUnavailable,
} from '../gateways/stripe-gateway.ts';
import { day } from '../../src/lib/durations.ts';
import { testPortal } from './portal-parts.ts';
import type { FakeClock } from './test-database.ts';

/** Twenty percent off for three months, the terms of every coupon of the fake. */
export const fakeTerms: CouponTerms = {
  percentOff: 20,
  amountOff: null,
  currency: null,
  duration: 'months',
  months: 3,
};

const price = { amount: 1299, currency: 'usd', interval: 'month', intervalCount: 1 } as const;

/** The signature of the fake's events. */
export const testSignature = 'signed by the fake';

const event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  customerId: z.string().nullable(),
  createdAt: z.coerce.date(),
});

type Order = Checkout & { order: CheckoutOrder; expiresAt: Date };

/** Creates a Stripe gateway in memory, with functions for the actions of a person or of Stripe itself. */
export const createFakeStripe = (clock: FakeClock) => {
  const orders = new Map<string, Order>();
  const idOfKey = new Map<string, string>();
  const subscriptions = new Map<string, StripeSubscription>();
  const customers = new Set<string>();
  const promotionCodes = new Map<string, string>();
  const coupons = new Set<string>();
  const refunded = new Set<string>();
  const refuses = new Set<string>();
  const calls: string[] = [];
  const state: {
    away: boolean;
    before: { call: string; act: () => void } | null;
    refuses: string | null;
    ahead: number;
  } = { away: false, before: null, refuses: null, ahead: 0 };
  /** Stripe's time. */
  const now = (): Date => new Date(clock.now().getTime() + state.ahead);
  let made = 0;
  // Uses Stripe's format, `cus_` and fourteen characters, numbered so that a later id sorts later.
  const newId = (kind: string): string =>
    `${kind}_${String((made += 1)).padStart(4, '0')}${randomBytes(5).toString('hex')}`;

  const called = (call: string): void => {
    calls.push(call);
    if (state.before?.call === call) {
      const { act } = state.before;
      state.before = null;
      act();
    }
    if (state.away) throw new StripeUnavailable(call);
  };
  const found = <Thing>(thing: Thing | undefined, what: string): Thing => {
    if (thing === undefined) throw new Error(`the fake Stripe has no such ${what}`);
    return thing;
  };
  const change = (id: string, to: Partial<StripeSubscription>): void => {
    subscriptions.set(id, { ...found(subscriptions.get(id), 'subscription'), ...to });
  };
  const checkoutOf = ({ order: _order, expiresAt, ...checkout }: Order): Checkout =>
    checkout.status === 'open' && expiresAt <= clock.now() ? { ...checkout, status: 'expired', url: null } : checkout;

  const gateway: StripeGateway = {
    price: async () => {
      called('price');
      return price;
    },

    openCheckout: async (order) => {
      called('openCheckout');
      const known = orders.get(idOfKey.get(order.idempotencyKey) ?? '');
      if (known !== undefined) return checkoutOf(known);
      const { discount } = order;
      if (discount !== null && 'coupon' in discount && !coupons.has(discount.coupon)) return null;
      if ([order.email, order.customerId].some((one) => one !== null && refuses.has(one))) return null;
      const id = newId('cs_test');
      const checkout: Order = {
        id,
        status: 'open',
        url: `https://checkout.stripe.com/c/pay/${id}`,
        userId: order.userId,
        customerId: order.customerId,
        expiresAt: new Date(clock.now().getTime() + day),
        order,
      };
      orders.set(id, checkout);
      idOfKey.set(order.idempotencyKey, id);
      return checkoutOf(checkout);
    },
    checkout: async (id) => {
      called('checkout');
      const order = orders.get(id);
      return order === undefined ? null : checkoutOf(order);
    },
    expireCheckout: async (id) => {
      called('expireCheckout');
      const order = orders.get(id);
      if (order?.status === 'open') orders.set(id, { ...order, status: 'expired', url: null });
    },
    openBillingPortal: async (customerId, language, returnUrl) => {
      called('openBillingPortal');
      if (!customers.has(customerId)) return null;
      const page = new URL(`https://billing.stripe.com/p/session/${customerId}`);
      page.search = new URLSearchParams({ language, returnUrl }).toString();
      return page.href;
    },
    subscriptionsOf: async (customerId) => {
      called('subscriptionsOf');
      return [...subscriptions.values()].filter((one) => one.customerId === customerId && customers.has(customerId));
    },
    async *allSubscriptions(after) {
      called('allSubscriptions');
      const all = [...subscriptions.values()].toReversed();
      yield* all.slice(all.findIndex(({ id }) => id === after) + 1);
    },
    endNow: async (id) => {
      called('endNow');
      if (subscriptions.has(id)) change(id, { status: 'ended' });
    },
    refund: async (id) => {
      called('refund');
      if (!subscriptions.has(id)) return { payments: 0, refused: null };
      if (state.refuses !== null) return { payments: 0, refused: state.refuses };
      refunded.add(id);
      return { payments: 1, refused: null };
    },
    cancelAtPeriodEnd: async (id, cancelAtPeriodEnd) => {
      called('cancelAtPeriodEnd');
      if (subscriptions.has(id)) change(id, { cancelAtPeriodEnd });
    },
    deleteCustomer: async (customerId) => {
      called('deleteCustomer');
      customers.delete(customerId);
      for (const one of subscriptions.values()) if (one.customerId === customerId) change(one.id, { status: 'ended' });
    },
    promotionCode: async (code) => {
      called('promotionCode');
      const id = promotionCodes.get(code);
      return id === undefined ? null : { id, terms: fakeTerms };
    },
    coupon: async (id) => {
      called('coupon');
      return coupons.has(id) ? fakeTerms : null;
    },
    clockAhead: () => state.ahead,
    eventOf: (rawBody, signature) => {
      if (signature !== testSignature) return null;
      return event.parse(JSON.parse(rawBody.toString()));
    },
  };

  return {
    gateway,
    /**
     * While `away` is set, every call throws `StripeUnavailable`. `before` runs once, when that call arrives. `refuses` is
     * the code by which refunds are refused. `ahead`: milliseconds by which Stripe's clock is ahead of ours.
     */
    state,
    /** The names of the calls in their order. */
    calls,
    refunded,
    /** Addresses and customers that Stripe refuses in a checkout. */
    refuses,
    coupons,
    promotionCodes,
    orderOf: (checkoutId: string): CheckoutOrder => found(orders.get(checkoutId), 'checkout').order,
    checkouts: (): Checkout[] => [...orders.values()].map(checkoutOf),
    subscription: (id: string): StripeSubscription => found(subscriptions.get(id), 'subscription'),
    hasCustomer: (id: string): boolean => customers.has(id),
    /** Pays on the page. @returns the created subscription. */
    pay: (checkoutId: string): StripeSubscription => {
      const { order, ...checkout } = found(orders.get(checkoutId), 'checkout');
      if (checkout.status !== 'open') throw new Error('nobody can pay by it any more');
      const customerId = order.customerId ?? newId('cus');
      customers.add(customerId);
      const subscription: StripeSubscription = {
        id: newId('sub'),
        customerId,
        userId: order.userId,
        playfabId: order.playfabId,
        portal: testPortal,
        status: order.trialDays === null ? 'active' : 'trialing',
        currentPeriodEnd: new Date(now().getTime() + (order.trialDays ?? 30) * day),
        cancelAtPeriodEnd: false,
        price,
        discounts: [],
        due: null,
        trialEnd: order.trialDays === null ? null : new Date(now().getTime() + order.trialDays * day),
        createdAt: now(),
      };
      subscriptions.set(subscription.id, subscription);
      orders.set(checkoutId, { ...checkout, status: 'complete', url: null, customerId, order });
      return subscription;
    },
    /** Changes a subscription as Stripe or its billing pages would. */
    change,
    /** Adds a subscription that none of our checkouts created. */
    add: (subscription: StripeSubscription): void => {
      customers.add(subscription.customerId);
      subscriptions.set(subscription.id, subscription);
    },
    /** Returns an event about a customer, as the webhook receives it. */
    event: (customerId: string | null, given: Partial<StripeEvent> = {}): StripeEvent => ({
      id: newId('evt'),
      type: 'customer.subscription.updated',
      livemode: false,
      customerId,
      createdAt: clock.now(),
      ...given,
    }),
  };
};
export type FakeStripe = ReturnType<typeof createFakeStripe>;
