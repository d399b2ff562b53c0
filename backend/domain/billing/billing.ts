import { stripeService, type UserData } from '../../../src/contracts/calls/account.ts';
import type { SubscriptionAnswer } from '../../../src/contracts/calls/subscription.ts';
import { visibleText } from '../../../src/contracts/typed-text.ts';
import type { Language } from '../../../src/contracts/language.ts';
import type { Offer } from '../../../src/contracts/calls/subscription.ts';
import { withTimeout } from '../../gateways/stripe-call.ts';
import type { StripeEvent } from '../../gateways/stripe-event.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { carriedRepository } from '../../store/cancel.repository.ts';
import { secondsSince } from '../clock.ts';
import { enqueue } from '../jobs/jobs.ts';
import { Refusal, unlessAway } from '../refusal.ts';
import { createBillingJobs, createForget, createReconcile } from './billing-jobs.ts';
import { createElsewhereOf, endOfElsewhere } from './move-in.ts';
import { createPricing } from './offer.ts';
import {
  createPurchase,
  createReturnPages,
  createSettleCheckout,
  isGuessTooMany,
  normalizeCoupon,
} from './purchase.ts';
import { answerOf, type BillingDependencies, chooseSubscription, type KnownSubscription } from './subscription.ts';
import { createSync } from './sync.ts';

export type { StripeEvent };

/** Milliseconds that a page waits for the price, and for its coupon. A later answer is for the next visitor. */
const timeouts = { price: 300, coupon: 800 };
/** Returns null instead of an answer that is late, or that an outage prevents. */
const unlessLate = <Answer>(call: string, milliseconds: number, answer: Promise<Answer>): Promise<Answer | null> =>
  unlessAway(withTimeout(call, milliseconds, answer));

const checkoutPattern = /^cs_\w{1,250}$/;

/** What a visitor pays after the trial. `isInvalid`: Stripe says that there is no such coupon. */
type VisitorOffer = Pick<Offer, 'price' | 'discount'> & { isInvalid: boolean };

export type Billing = ReturnType<typeof createBilling>;

/** Creates everything between the API and Stripe. No call to Stripe happens inside a transaction. */
export const createBilling = (deps: BillingDependencies) => {
  const { database, clock, stripe, limits, events, publicUrl, livemode, subscriptionsOf, wake } = deps;
  const { stripeTimeout: timeout } = deps;
  const sync = createSync(deps);
  const settle = createSettleCheckout(deps, sync);
  const pricing = createPricing(deps);
  const purchase = createPurchase(deps, sync, settle);
  const elsewhereOf = createElsewhereOf(deps);

  /** Returns the user's customers who have something at Stripe. That of the displayed subscription comes first. */
  const customersOf = async (userId: string): Promise<string[]> => {
    const all = await subscriptionsOf(database, userId);
    const chosen = chooseSubscription(all.filter((one) => one.stripe !== null));
    const ids = [chosen, ...all].flatMap((one) => one?.stripe?.customerId ?? []);
    return [...new Set(ids)];
  };
  /** Returns the coupon with which a user came. It is for the first purchase. */
  const keptCoupon = async (userId: string, all: readonly KnownSubscription[]): Promise<string | null> =>
    all.length > 0 ? null : ((await usersRepository(database).find(userId))?.coupon ?? null);

  const answer = async (userId: string): Promise<SubscriptionAnswer> => {
    const all = await subscriptionsOf(database, userId);
    const coupon = await keptCoupon(userId, all);
    const isOneTooMany = () => isGuessTooMany(limits, userId);
    const offer = await pricing.offer(all, coupon === null ? null : { coupon, isOneTooMany });
    const ended = all.flatMap(({ stripe: sold, status }) => (sold !== null && status === 'ended' ? sold.id : []));
    return { ...answerOf(all, clock.now(), await carriedRepository(database).about(ended)), offer };
  };

  return {
    /** @returns the address of a payment page. @throws Refusal ALREADY_SUBSCRIBED, TOO_MANY_REQUESTS, TOKEN_EXPIRED */
    purchase: async (userId: string, language: Language, coupon?: string, shown = ''): Promise<string> => {
      await limits.admit('payer', { ip: '', person: userId });
      const given = normalizeCoupon(coupon);
      // A person who leaves the payment page may return by another one, without the coupon in its address.
      if (given !== null) await usersRepository(database).keepCoupon(userId, given, { replaces: false });
      const used = given ?? (await keptCoupon(userId, await subscriptionsOf(database, userId)));
      // A page that opens after the timeout is kept, and the next call returns it.
      return withTimeout('purchase', timeout, purchase({ userId, language, coupon: used, shown }));
    },

    /**
     * @returns the address of the page where this customer's subscription is managed.
     * @throws Refusal UNAUTHORIZED when the customer is not the user's, NOT_FOUND when the customer was deleted at
     * Stripe.
     */
    manage: async (userId: string, customerId: string, language: Language): Promise<string> => {
      await limits.admit('payer', { ip: '', person: userId });
      if (!(await customersOf(userId)).includes(customerId)) throw new Refusal('UNAUTHORIZED');
      const url = await stripe.openBillingPortal(customerId, language, createReturnPages(publicUrl, language).managed);
      if (url === null) throw new Refusal('NOT_FOUND');
      return url;
    },

    /**
     * Rereads a user's state from Stripe. After a purchase it also says until when an earlier membership runs. Another
     * person's checkout id changes nothing.
     */
    refresh: async (userId: string, checkoutId?: string): Promise<SubscriptionAnswer> => {
      await limits.admit('payer', { ip: '', person: userId });
      const returned = async (): Promise<void> => {
        if (checkoutId === undefined || !checkoutPattern.test(checkoutId)) return;
        const checkout = await stripe.checkout(checkoutId);
        if (checkout?.userId === userId && checkout.customerId !== null) await sync.customer(checkout.customerId);
      };
      const elsewhere = checkoutId === undefined ? null : unlessAway(elsewhereOf(userId));
      const all = Promise.all([elsewhere, returned(), settle(userId), sync.customersOf(userId)]);
      const [found] = await withTimeout('refresh', timeout, all);
      const earlier = endOfElsewhere(found ?? []);
      return { ...(await answer(userId)), ...(earlier && { earlierUntil: earlier.toISOString() }) };
    },

    /**
     * Returns what a new visitor pays after the free trial; null while the price is not known. It does not fail because
     * Stripe or the database is away: pages are sent without them.
     * @param coupon from the page's address.
     */
    visitorOffer: async (coupon: string | null, ip: string): Promise<VisitorOffer | null> => {
      const price = await unlessLate('price', timeouts.price, pricing.price());
      if (price === null) return null;
      const given = normalizeCoupon(coupon ?? undefined);
      if (given === null) return { price, isInvalid: visibleText(coupon ?? '') !== '' };
      const isOneTooMany = async () => (await limits.consume('coupon-page', { ip })) !== null;
      const asked = pricing.discount(price, { coupon: given, hasTrial: true }, isOneTooMany);
      const discount = await unlessLate('coupon', timeouts.coupon, asked);
      if (discount === null || discount === 'invalid') return { price, isInvalid: discount === 'invalid' };
      return { price, discount, isInvalid: false };
    },

    /** Returns the status from our own rows; only the price of an offer comes from Stripe. */
    answer,
    /** Returns the Stripe customer ids in our own rows, for a user who bought there. */
    integrations: async (userId: string): Promise<UserData['integrations']> =>
      (await customersOf(userId)).map((serviceKey) => ({ service: stripeService, serviceKey })),

    /** @throws Refusal INVALID_PAYLOAD for an event without a recent signature by Stripe, or of the other mode. */
    eventOf: (rawBody: Buffer, signature: string): StripeEvent => {
      const event = stripe.eventOf(rawBody, signature);
      if (event?.livemode === livemode) return event;
      events.record({ kind: 'webhook-refused', sender: 'stripe', reason: event === null ? 'signature' : 'mode' });
      throw new Refusal('INVALID_PAYLOAD');
    },
    /** Creates the job that rereads the event's customer or refund. A repeated event creates no further job. */
    takeEvent: async ({ id, customerId, refundId, createdAt }: StripeEvent): Promise<void> => {
      const key = `stripe:${id}`;
      if (refundId !== null) await enqueue(database, { kind: 'sync-refund', payload: { refundId }, key });
      if (customerId !== null) await enqueue(database, { kind: 'sync-customer', payload: { customerId }, key });
      wake();
      events.record({ kind: 'webhook', sender: 'stripe', delay: secondsSince(createdAt, clock.now()) });
    },

    readCustomer: sync.customer,
    /** Reads a user's subscriptions from Stripe again, also what was just paid on an open page. */
    reread: async (userId: string): Promise<void> => {
      await settle(userId);
      await sync.customersOf(userId);
    },
    deletionAtStripe: createForget(deps, sync, settle),
    reconcile: createReconcile(deps),
    jobs: createBillingJobs(deps, sync, settle),
  };
};
