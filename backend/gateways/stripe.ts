import Stripe from 'stripe';
import { z } from 'zod';
import { readBody } from './vendor.ts';
import { createStripeCalls, failureOf, StripeRefusal } from './stripe-call.ts';
import { createEventOf } from './stripe-event.ts';
import type { Language } from '../../src/contracts/language.ts';
import {
  type CheckoutOrder,
  checkoutShape,
  couponShape,
  listOf,
  metadataOf,
  priceShape,
  promotionCodeShape,
  reference,
  type StripeSubscription,
  subscriptionParts,
  subscriptionShape,
} from './stripe-gateway.ts';

/** The API version that the package's types describe, and that we therefore request. */
export const stripeApiVersion = Stripe.API_VERSION;

type StripeServer = {
  secretKey: string;
  /** One or two secrets: the second is valid while the first is being replaced. */
  webhookSecrets: readonly string[];
  /** The recurring price that is sold. */
  priceId: string;
  /** The portal that sells, which marks each subscription. */
  publicUrl: string;
  /** The simulator's address; the default is Stripe's own. The SDK requests `/v1/…` at its root. */
  server?: { host: string; port: number; protocol: 'http' | 'https' };
  fetch?: typeof fetch;
  /** Milliseconds for a call with its retry. The default is 4,000, so that three calls end within 15 s. */
  deadline?: number;
  /** Milliseconds since 1970, to judge a signature's age. */
  now?: () => number;
};

const identified = z.object({ id: z.string() });
/** The confirmations of calls whose content we do not use. Without them, a proxy's answer would count as done. */
const expired = z.object({ status: z.literal('expired') });
const deleted = z.object({ deleted: z.literal(true) });
const withUrl = z.object({ url: z.string() });
const priced = z.object({ product: reference });
const withStatus = z.object({ status: z.string() });
const refundShape = z.object({ id: z.string(), status: z.string().nullish() });
const invoicePayment = z.object({ payment: z.object({ payment_intent: reference.nullish() }) });
const page = 100;
/** A list includes the parts of each member. */
const expand = subscriptionParts.map((part) => `data.${part}`);

export type StripeGateway = ReturnType<typeof createStripeGateway>;

/**
 * Creates the gateway to Stripe (https://docs.stripe.com/api, API version `2026-10-28.endive`), or to its simulator.
 * Only this folder imports the SDK. Every call has a timeout. @throws StripeUnavailable, or StripeRefusal
 */
export const createStripeGateway = (account: StripeServer) => {
  const { server, fetch: send = fetch, deadline = 4_000, now = Date.now } = account;
  const stripe = new Stripe(account.secretKey, {
    ...server,
    timeout: deadline,
    maxNetworkRetries: 1,
    telemetry: false,
    // Stripe never redirects, so a redirect is not from Stripe.
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const response = await send(url, { ...init, redirect: 'error' });
      const told = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(told)) ahead = told - now();
      return new Response(await readBody(response), response);
    }),
  });
  const { call, find } = createStripeCalls(deadline);
  let ahead = 0;

  const payerOf = ({ customerId, email }: CheckoutOrder) => {
    if (customerId !== null) return { customer: customerId };
    return email === null ? {} : { customer_email: email };
  };
  const discountsOf = ({ discount }: CheckoutOrder) => {
    if (discount === null) return {};
    return {
      discounts: ['coupon' in discount ? { coupon: discount.coupon } : { promotion_code: discount.promotionCode }],
    };
  };

  /** Returns whether the price that is sold belongs to one of these products; null: all. */
  const isOfProduct = async (products: readonly string[] | null): Promise<boolean> => {
    if (products === null) return true;
    const sold = await find('prices.retrieve', priced, () => stripe.prices.retrieve(account.priceId));
    return sold !== null && products.includes(sold.product);
  };

  /** Returns whether the bank has given the customer the money of a disputed payment for good. */
  const isLost = async (payment_intent: string): Promise<boolean> => {
    const { data } = await call('disputes.list', listOf(withStatus), () => stripe.disputes.list({ payment_intent }));
    return data.some(({ status }) => status === 'lost');
  };

  /**
   * A refund without an amount covers what is left, so a second one is refused. With an idempotency key, Stripe would
   * repeat a failure for a day. @returns the code of the refusal; null when the money goes back
   */
  const refundPayment = async (payment_intent: string): Promise<string | null> => {
    try {
      const { status } = await call('refunds.create', refundShape, () => stripe.refunds.create({ payment_intent }));
      return status === 'failed' || status === 'canceled' ? `refund_${status}` : null;
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      if (error.code === 'charge_already_refunded') return null;
      return error.code === 'charge_disputed' && (await isLost(payment_intent)) ? null : error.code;
    }
  };

  /** Returns the payments of a subscription. */
  const paymentsOf = async (subscription: string): Promise<string[]> => {
    const list = () => stripe.invoices.list({ subscription, status: 'paid', limit: page });
    const invoices = await find('invoices.list', listOf(identified), list);
    const payments: string[] = [];
    for (const { id: invoice } of invoices?.data ?? []) {
      const paid = () => stripe.invoicePayments.list({ invoice, status: 'paid' });
      const { data } = await call('invoicePayments.list', listOf(invoicePayment), paid);
      payments.push(...data.flatMap(({ payment }) => payment.payment_intent ?? []));
    }
    return payments;
  };

  return {
    /** Returns the price that is sold; null when Stripe does not know it, or it is not a recurring one with an amount. */
    price: () => find('prices.retrieve', priceShape, () => stripe.prices.retrieve(account.priceId)),

    /** @returns null when Stripe refuses a part, such as an expired discount or a deleted customer: retry with less. */
    openCheckout: async (order: CheckoutOrder) => {
      const create = () =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [{ price: account.priceId, quantity: 1 }],
            client_reference_id: order.userId,
            locale: order.language,
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
            subscription_data: {
              metadata: metadataOf(order.userId, order.playfabId, account.publicUrl),
              ...(order.trialDays === null ? {} : { trial_period_days: order.trialDays }),
            },
            ...payerOf(order),
            ...discountsOf(order),
          },
          { idempotencyKey: order.idempotencyKey },
        );
      try {
        return await call('checkout.sessions.create', checkoutShape, create);
      } catch (error) {
        if (error instanceof StripeRefusal) return null;
        throw error;
      }
    },

    /** @returns null for an unknown id. */
    checkout: (id: string) =>
      find('checkout.sessions.retrieve', checkoutShape, () => stripe.checkout.sessions.retrieve(id)),

    /** Closes a checkout, so that no one can pay on it. One that is not open stays unchanged. */
    expireCheckout: async (id: string): Promise<void> => {
      await call('checkout.sessions.expire', expired, () => stripe.checkout.sessions.expire(id)).catch(
        // The checkout is paid, expired or unknown, so no one can pay on it either.
        (error: unknown) => {
          if (!(error instanceof StripeRefusal)) throw error;
        },
      );
    },

    /** @returns the page's address, or null when the customer was deleted. */
    openBillingPortal: async (customerId: string, language: Language, returnUrl: string): Promise<string | null> => {
      const order = { customer: customerId, locale: language, return_url: returnUrl };
      const create = () => stripe.billingPortal.sessions.create(order);
      return (await find('billingPortal.sessions.create', withUrl, create))?.url ?? null;
    },

    /** Returns all subscriptions of a customer, including ended ones; none for a deleted customer. */
    subscriptionsOf: async (customer: string): Promise<StripeSubscription[]> => {
      const list = () => stripe.subscriptions.list({ customer, status: 'all', limit: page, expand });
      return (await find('subscriptions.list', listOf(subscriptionShape), list))?.data ?? [];
    },

    /** Returns every subscription of the account, page by page, newest first; with `after`, those that follow that one. */
    async *allSubscriptions(after?: string): AsyncIterable<StripeSubscription> {
      const from = after === undefined ? {} : { starting_after: after };
      try {
        for await (const found of stripe.subscriptions.list({ status: 'all', limit: page, expand, ...from })) {
          yield subscriptionShape.parse(found);
        }
      } catch (error) {
        throw failureOf('subscriptions.list', error);
      }
    },

    /** Ends a subscription at once. One that is over or unknown is not an error. */
    endNow: async (id: string): Promise<void> => {
      await find('subscriptions.cancel', identified, () => stripe.subscriptions.cancel(id));
    },

    /** Refunds every payment of a subscription, each once. @returns how many went back, and the code of a refusal */
    refund: async (id: string) => {
      const payments = await paymentsOf(id);
      const refusals: string[] = [];
      for (const payment of payments) {
        const refusal = await refundPayment(payment);
        if (refusal !== null) refusals.push(refusal);
      }
      return { payments: payments.length - refusals.length, refused: refusals[0] ?? null };
    },

    /** Sets whether a live subscription ends with its period. An unknown one is not an error. */
    cancelAtPeriodEnd: async (id: string, ends: boolean): Promise<void> => {
      // In flexible billing mode, Stripe's billing pages set only the date, which the flag does not remove.
      const change = ends ? { cancel_at_period_end: true } : { cancel_at: '' as const };
      const update = () => stripe.subscriptions.update(id, change);
      await find('subscriptions.update', identified, update);
    },

    /** Ends the customer's subscriptions and deletes the customer. A deleted customer is not an error. */
    deleteCustomer: async (id: string): Promise<void> => {
      await find('customers.del', deleted, () => stripe.customers.del(id));
    },

    /**
     * Returns an active promotion code of this customer or of all. Its terms are null unless everybody gets them for
     * what is sold.
     */
    promotionCode: async (code: string, customerId: string | null = null) => {
      const codes = { code, active: true, limit: page, expand: ['data.promotion.coupon.applies_to'] };
      const list = () => stripe.promotionCodes.list(codes);
      const { data } = await call('promotionCodes.list', listOf(promotionCodeShape), list);
      const own = data.find((one) => one.customerId !== null && one.customerId === customerId);
      const found = own ?? data.find((one) => one.customerId === null);
      if (found === undefined) return null;
      const isCertain = !found.isRestricted && (await isOfProduct(found.products));
      return { id: found.id, terms: isCertain ? found.terms : null };
    },

    /** Returns a coupon that can still be used. Its terms are null when it is for other products. */
    coupon: async (id: string) => {
      const found = await find('coupons.retrieve', couponShape, () =>
        stripe.coupons.retrieve(id, { expand: ['applies_to'] }),
      );
      return found && { terms: (await isOfProduct(found.products)) ? found.terms : null };
    },

    /** Returns by how many milliseconds Stripe's clock was ahead of ours in its last answer; 0 before the first one. */
    clockAhead: (): number => ahead,

    /** Verifies signature and age over the unparsed body. Returns null for a forged, old or malformed event. */
    eventOf: createEventOf(stripe.webhooks, account.webhookSecrets, now),
  };
};
