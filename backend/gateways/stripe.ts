import Stripe from 'stripe';
import { z } from 'zod';
import { readBody } from './vendor.ts';
import { createStripeCall, failureOf, StripeRefusal, fallbackIfMissing } from './stripe-call.ts';
import { createEventOf } from './stripe-event.ts';
import type { CheckoutOrder, StripeGateway } from './stripe-gateway.ts';
import {
  checkoutShape,
  couponShape,
  listOf,
  metadataOf,
  priceShape,
  promotionCodeShape,
  reference,
  subscriptionParts,
  subscriptionShape,
} from './stripe-shapes.ts';

/** The API version that the package's types describe, and that we therefore request. */
export const stripeApiVersion = Stripe.API_VERSION;

export type StripeServer = {
  secretKey: string;
  /** The webhook secrets: the second is valid while the first is being replaced. */
  webhookSecrets: readonly string[];
  /** The recurring price that is sold. */
  priceId: string;
  /** The portal that sells, which marks each subscription. */
  publicUrl: string;
  /** The simulator's address; the default is Stripe's own. The SDK requests `/v1/…` at its root. */
  server?: { host: string; port: number; protocol: 'http' | 'https' };
  fetch?: typeof fetch;
  /**
   * Milliseconds for one call, including its retry. The default is 4,000, so that three calls end within 15 seconds.
   */
  deadline?: number;
  /** Milliseconds since 1970, to judge a signature's age. */
  now?: () => number;
};

const identified = z.object({ id: z.string() });
/** The confirmations of calls whose content we do not use. Without them, a proxy's answer would count as done. */
const expired = z.object({ status: z.literal('expired') });
const deleted = z.object({ deleted: z.literal(true) });
const withStatus = z.object({ status: z.string() });
const refundShape = z.object({ id: z.string(), status: z.string().nullish() });
const invoicePayment = z.object({ payment: z.object({ payment_intent: reference.nullish() }) });
const page = 100;
/** A list includes the parts of each member. */
const expand = subscriptionParts.map((part) => `data.${part}`);

/** Creates the gateway with Stripe's official SDK. Only this folder imports the SDK. */
export const createStripeGateway = (account: StripeServer): StripeGateway => {
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
  const call = createStripeCall(deadline);
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

  /** Returns whether the bank has given the customer the money of a disputed payment for good. */
  const isLost = async (payment_intent: string): Promise<boolean> => {
    const { data } = await call('disputes.list', listOf(withStatus), () => stripe.disputes.list({ payment_intent }));
    return data.some(({ status }) => status === 'lost');
  };

  /**
   * Refunds a payment. A refund without an amount covers what is left, so a second one is refused. With an idempotency
   * key, Stripe would repeat a failure for a day.
   * @returns the code of the refusal; null when the money goes back
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
    const invoices = await call('invoices.list', listOf(identified), () =>
      stripe.invoices.list({ subscription, status: 'paid', limit: page }),
    ).catch(fallbackIfMissing({ data: [] }));
    const payments: string[] = [];
    for (const { id: invoice } of invoices.data) {
      const list = () => stripe.invoicePayments.list({ invoice, status: 'paid' });
      const { data } = await call('invoicePayments.list', listOf(invoicePayment), list);
      payments.push(...data.flatMap(({ payment }) => payment.payment_intent ?? []));
    }
    return payments;
  };

  return {
    price: () =>
      call('prices.retrieve', priceShape, () => stripe.prices.retrieve(account.priceId)).catch(fallbackIfMissing(null)),

    openCheckout: async (order) => {
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

    checkout: (id) =>
      call('checkout.sessions.retrieve', checkoutShape, () => stripe.checkout.sessions.retrieve(id)).catch(
        fallbackIfMissing(null),
      ),

    expireCheckout: async (id) => {
      await call('checkout.sessions.expire', expired, () => stripe.checkout.sessions.expire(id)).catch(
        // The checkout is paid, expired or unknown, so no one can pay on it either.
        (error: unknown) => {
          if (!(error instanceof StripeRefusal)) throw error;
        },
      );
    },

    openBillingPortal: async (customerId, language, returnUrl) => {
      const order = { customer: customerId, locale: language, return_url: returnUrl };
      const create = () => stripe.billingPortal.sessions.create(order);
      const opened = await call('billingPortal.sessions.create', z.object({ url: z.string() }), create).catch(
        fallbackIfMissing(null),
      );
      return opened?.url ?? null;
    },

    subscriptionsOf: async (customer) => {
      const list = () => stripe.subscriptions.list({ customer, status: 'all', limit: page, expand });
      const found = await call('subscriptions.list', listOf(subscriptionShape), list).catch(
        fallbackIfMissing({ data: [] }),
      );
      return found.data;
    },

    async *allSubscriptions(after) {
      const from = after === undefined ? {} : { starting_after: after };
      try {
        for await (const found of stripe.subscriptions.list({ status: 'all', limit: page, expand, ...from })) {
          yield subscriptionShape.parse(found);
        }
      } catch (error) {
        throw failureOf('subscriptions.list', error);
      }
    },

    endNow: async (id) => {
      await call('subscriptions.cancel', identified, () => stripe.subscriptions.cancel(id)).catch(
        fallbackIfMissing(null),
      );
    },

    refund: async (id) => {
      const payments = await paymentsOf(id);
      const refusals: string[] = [];
      for (const payment of payments) {
        const refusal = await refundPayment(payment);
        if (refusal !== null) refusals.push(refusal);
      }
      return { payments: payments.length - refusals.length, refused: refusals[0] ?? null };
    },

    cancelAtPeriodEnd: async (id, ends) => {
      const update = () => stripe.subscriptions.update(id, { cancel_at_period_end: ends });
      await call('subscriptions.update', identified, update).catch(fallbackIfMissing(null));
    },

    deleteCustomer: async (id) => {
      await call('customers.del', deleted, () => stripe.customers.del(id)).catch(fallbackIfMissing(null));
    },

    promotionCode: async (code) => {
      const list = () =>
        stripe.promotionCodes.list({ code, active: true, limit: 1, expand: ['data.promotion.coupon'] });
      const { data } = await call('promotionCodes.list', listOf(promotionCodeShape), list);
      return data[0] ?? null;
    },

    coupon: (id) =>
      call('coupons.retrieve', couponShape, () => stripe.coupons.retrieve(id)).catch(fallbackIfMissing(null)),

    clockAhead: () => ahead,

    eventOf: createEventOf(stripe.webhooks, account.webhookSecrets, now),
  };
};
