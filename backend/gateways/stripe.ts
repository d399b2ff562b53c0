import Stripe from 'stripe';
import { z } from 'zod';
import { second } from '../../src/lib/time.ts';
import { readBody } from './vendor.ts';
import { createStripeCalls, StripeRefusal } from './stripe-call.ts';
import { createEventOf } from './stripe-event.ts';
import type { Language } from '../../src/contracts/language.ts';
import {
  type CheckoutOrder,
  checkoutShape,
  couponShape,
  heldMark,
  heldCustomerShape,
  heldInvoiceShape,
  invoiceShape,
  type ListedSubscription,
  listOf,
  metadataOf,
  previewShape,
  priceShape,
  promotionCodeShape,
  reference,
  refundShape,
  soldHere,
  type StripeRefund,
  type StripeSubscription,
  StripeUnavailable,
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
  /** The products whose subscriptions may move in. Without any, that of the price. */
  productIds?: readonly string[];
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
const withStatus = z.object({ status: z.string() });
const invoiceItem = z
  .object({
    id: z.string(),
    parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
  })
  .transform(({ id, parent }) => ({ id, subscriptionId: parent?.subscription_details?.subscription ?? null }));
const invoicePayment = z.object({ payment: z.object({ payment_intent: reference.nullish() }) });
const page = 100;
const subscriptionPage = listOf(subscriptionShape).extend({ has_more: z.boolean() });
/** A list includes the parts of each member. */
const expand = subscriptionParts.map((part) => `data.${part}`);

/** What a customer pays for or paid for. `isOurs`: whether it is one of the products that are memberships. */
export type StripeMembership = ListedSubscription & { isOurs: boolean };

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
  const { call, find, attempt } = createStripeCalls(deadline);
  let ahead = 0;

  const payerOf = ({ customerId, email }: CheckoutOrder) => {
    if (customerId !== null) return { customer: customerId };
    return email === null ? {} : { customer_email: email };
  };

  /** Returns the price that is sold, with its product; null when Stripe does not know it. */
  const sold = () => find('prices.retrieve', priceShape, () => stripe.prices.retrieve(account.priceId));

  /** Returns whether the price that is sold belongs to one of these products; null: all. */
  const isOfProduct = async (products: readonly string[] | null): Promise<boolean> =>
    products === null || products.includes((await sold())?.product ?? '');

  let products: readonly string[] = account.productIds ?? [];
  /** Returns the products that are memberships. @throws StripeUnavailable when the price is unknown */
  const membershipProducts = async (): Promise<readonly string[]> => {
    if (products.length === 0) {
      const price = await sold();
      if (price === null) throw new StripeUnavailable('prices.retrieve');
      products = [price.product];
    }
    return products;
  };

  /**
   * Returns subscriptions of a customer, by default those that did not end; none for one that is unknown or deleted.
   */
  const listedOf = async (
    customer: string,
    more: Stripe.SubscriptionListParams = {},
  ): Promise<ListedSubscription[]> => {
    const list = () => stripe.subscriptions.list({ customer, limit: page, expand, ...more });
    return (await find('subscriptions.list', listOf(subscriptionShape), list))?.data ?? [];
  };

  /** Returns what a customer has or had, also of other products, with the payer. */
  const membershipsOf = async (customer: string): Promise<StripeMembership[]> => {
    const ours = await membershipProducts();
    const found = await listedOf(customer, { status: 'all', expand: [...expand, 'data.customer'] });
    return found.map((one) => ({ ...one, isOurs: one.products.some((product) => ours.includes(product)) }));
  };

  /** Returns whether the bank has given the customer the money of a disputed payment for good. */
  const isLost = async (payment_intent: string): Promise<boolean> => {
    const { data } = await call('disputes.list', listOf(withStatus), () => stripe.disputes.list({ payment_intent }));
    return data.some(({ status }) => status === 'lost');
  };

  const refundsOf = async (payment_intent: string): Promise<StripeRefund[]> => {
    const list = () => stripe.refunds.list({ payment_intent, limit: page });
    return (await call('refunds.list', listOf(refundShape), list)).data.filter(({ status }) => status !== 'failed');
  };

  /**
   * A refund without an amount covers what is left, so a second one is refused. With an idempotency key, Stripe would
   * repeat a failure for a day. @returns the refunds of the payment, or the code of the refusal
   */
  const refundPayment = async (payment_intent: string): Promise<StripeRefund[] | string> => {
    try {
      const refund = await call('refunds.create', refundShape, () => stripe.refunds.create({ payment_intent }));
      return refund.status === 'failed' ? 'refund_failed' : refundsOf(payment_intent);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      if (error.code === 'charge_already_refunded') return refundsOf(payment_intent);
      return error.code === 'charge_disputed' && (await isLost(payment_intent)) ? [] : error.code;
    }
  };

  const invoicesOf = async (
    where: { customer: string } | { subscription: string },
    status: 'draft' | 'open' | 'paid',
  ) => {
    const list = () => stripe.invoices.list({ ...where, status, limit: page });
    return (await find('invoices.list', listOf(invoiceShape), list))?.data ?? [];
  };

  /** Returns the paid invoices of a subscription, of which `since` leaves those that were paid later. */
  const paidInvoices = async (subscription: string, since: Date | null) =>
    (await invoicesOf({ subscription }, 'paid')).filter(
      ({ amount, paidAt }) => amount > 0 && (since === null || paidAt === null || paidAt >= since),
    );

  /**
   * Lets an invoice never be paid. Stripe deletes no draft of a subscription, and voids a final one only
   * (https://docs.stripe.com/api/invoices/void). One that was paid by then stays paid.
   */
  const voidInvoice = async ({ id, status }: { id: string; status: string | null }): Promise<void> => {
    if (status === 'draft') {
      await call('invoices.finalize', identified, () => stripe.invoices.finalizeInvoice(id, { auto_advance: false }));
    }
    try {
      await call('invoices.void', identified, () => stripe.invoices.voidInvoice(id));
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      const now = await call('invoices.retrieve', invoiceShape, () => stripe.invoices.retrieve(id));
      if (now.status !== 'paid' && now.status !== 'void') throw error;
    }
  };

  /** Returns the next payment of a subscription; null when Stripe says that there is none. */
  const nextPaymentOf = (subscription: string) =>
    attempt('invoices.preview', previewShape, () => stripe.invoices.createPreview({ subscription }));

  return {
    /**
     * Returns the price that is sold; null when Stripe does not know it, or it is not a recurring one with an amount.
     */
    price: async () => (await sold())?.price ?? null,

    /** @returns null when Stripe refuses a part, such as an expired discount or a deleted customer: retry with less. */
    openCheckout: (order: CheckoutOrder) => {
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
              metadata: { ...metadataOf(order.userId, order.playfabId, account.publicUrl), ...soldHere },
              ...(order.trialDays === null ? {} : { trial_period_days: order.trialDays }),
            },
            ...payerOf(order),
            ...(order.discount && { discounts: [order.discount] }),
          },
          { idempotencyKey: order.idempotencyKey },
        );
      return attempt('checkout.sessions.create', checkoutShape, create);
    },

    /** @returns null for an unknown id. */
    checkout: (id: string) =>
      find('checkout.sessions.retrieve', checkoutShape, () => stripe.checkout.sessions.retrieve(id)),

    /** Closes a checkout, so that no one can pay on it. One that is not open stays unchanged. */
    expireCheckout: async (id: string): Promise<void> => {
      // Stripe refuses it for a checkout that is paid, expired or unknown, so no one can pay on it either.
      await attempt('checkout.sessions.expire', expired, () => stripe.checkout.sessions.expire(id));
    },

    /** @returns the page's address, or null when the customer was deleted. */
    openBillingPortal: async (customerId: string, language: Language, returnUrl: string): Promise<string | null> => {
      const order = { customer: customerId, locale: language, return_url: returnUrl };
      const create = () => stripe.billingPortal.sessions.create(order);
      return (await find('billingPortal.sessions.create', withUrl, create))?.url ?? null;
    },

    /** Returns all subscriptions of a customer, including ended ones; none for a deleted customer. */
    subscriptionsOf: async (customer: string): Promise<StripeSubscription[]> => {
      const all = await listedOf(customer, { status: 'all' });
      const withNext = async (one: ListedSubscription) => ({
        ...one,
        next: one.status === null || one.status === 'ended' ? null : await nextPaymentOf(one.id),
      });
      return Promise.all(all.map(withNext));
    },

    /** Returns the address of a customer; null for an unknown customer. */
    addressOf: async (customer: string): Promise<string | null> =>
      (await find('customers.retrieve', heldCustomerShape, () => stripe.customers.retrieve(customer)))?.email ?? null,

    /** Returns what the customer of an id has or had; also of the id of a subscription. Null for an unknown id. */
    membershipsOfId: async (id: string): Promise<StripeMembership[] | null> => {
      if (!id.startsWith('sub_')) return membershipsOf(id);
      const owned = z.object({ customer: reference });
      const found = await find('subscriptions.retrieve', owned, () => stripe.subscriptions.retrieve(id));
      return found && membershipsOf(found.customer);
    },

    /**
     * Returns what the customers of an address have or had. The list's filter minds capitals, and search does not, but
     * lags by up to an hour, and India has none (https://docs.stripe.com/api/customers/search).
     */
    membershipsOfAddress: async (address: string): Promise<StripeMembership[]> => {
      const lower = address.toLowerCase();
      const listed = [...new Set([address, lower])].map((email) =>
        call('customers.list', listOf(identified), () => stripe.customers.list({ email, limit: page })),
      );
      const query = `email:"${lower.replaceAll(/["\\]/g, '')}"`;
      const search = () => stripe.customers.search({ query, limit: page });
      const found = await Promise.all([attempt('customers.search', listOf(identified), search), ...listed]);
      const customers = new Set(found.flatMap((one) => one?.data.map(({ id }) => id) ?? []));
      const memberships = (await Promise.all([...customers].map(membershipsOf))).flat();
      return memberships.filter(({ payer }) => payer.email?.toLowerCase() === lower);
    },

    /** Writes the owner of a subscription that began elsewhere. The event of it makes us read it. */
    moveIn: async (id: string, userId: string, playfabId: string): Promise<void> => {
      const metadata = metadataOf(userId, playfabId, account.publicUrl);
      await call('subscriptions.update', identified, () => stripe.subscriptions.update(id, { metadata }));
    },

    /** Returns what Stripe holds about a customer, for its owner, with every invoice; null for an unknown customer. */
    holdings: async (customer: string) => {
      const found = await find('customers.retrieve', heldCustomerShape, () => stripe.customers.retrieve(customer));
      if (found === null) return null;
      const list = () => stripe.invoices.list({ customer, limit: page }).autoPagingToArray({ limit: 10_000 });
      const invoices = (await find('invoices.list', z.array(heldInvoiceShape), list)) ?? [];
      return { ...found, subscriptions: await listedOf(customer, { status: 'all' }), invoices };
    },

    /**
     * Returns a page of the account's subscriptions that did not end, newest first; with `after`, those that follow it.
     * @returns `last`: the id from which the next page follows; null on the last page
     */
    liveSubscriptions: async (after?: string) => {
      const from = after === undefined ? {} : { starting_after: after };
      const list = () => stripe.subscriptions.list({ limit: page, expand, ...from });
      const { data, has_more: hasMore } = await call('subscriptions.list', subscriptionPage, list);
      return { subscriptions: data, last: hasMore ? (data.at(-1)?.id ?? null) : null };
    },

    /**
     * Ends a subscription at once, and everything that would still be collected for it: Stripe keeps open and draft
     * invoices and pending items. One that is over or unknown is not an error. Every step may be the last one before a
     * crash: the newest invoice is voided last, so until then it says that the period is not paid.
     */
    endNow: async (id: string, customer: string): Promise<void> => {
      // Ending stops the collection of all that the customer owes, also for other things (DELETE
      // /v1/subscriptions/:id). The next try after a crash finds them by their mark.
      const others = (await invoicesOf({ customer }, 'open')).filter(
        ({ subscriptionId, isCollected }) => subscriptionId !== id && isCollected,
      );
      const updateOthers = async (to: Stripe.InvoiceUpdateParams): Promise<void> => {
        for (const other of others)
          await call('invoices.update', identified, () => stripe.invoices.update(other.id, to));
      };
      await updateOthers({ metadata: { [heldMark]: 'yes' } });
      await find('subscriptions.cancel', identified, () => stripe.subscriptions.cancel(id));
      await updateOthers({ auto_advance: true, metadata: { [heldMark]: '' } });
      const pending = () => stripe.invoiceItems.list({ customer, pending: true, limit: page });
      const items = (await find('invoiceItems.list', listOf(invoiceItem), pending))?.data ?? [];
      for (const item of items.filter(({ subscriptionId }) => subscriptionId === id)) {
        await find('invoiceItems.del', deleted, () => stripe.invoiceItems.del(item.id));
      }
      const mine = [
        ...(await invoicesOf({ subscription: id }, 'draft')),
        ...(await invoicesOf({ subscription: id }, 'open')),
      ];
      for (const invoice of mine.toReversed()) await voidInvoice(invoice);
    },

    /** Returns how many payments of a subscription were taken after this moment of Stripe's clock. */
    countPayments: async (id: string, since: Date): Promise<number> => (await paidInvoices(id, since)).length,

    /**
     * Refunds the payments of a subscription, each once; with `since` only those that were taken later.
     * @returns the refunds, and the code of a refusal
     */
    refund: async (id: string, since: Date | null = null) => {
      const refunds: StripeRefund[] = [];
      let refused: string | null = null;
      for (const { id: invoice } of await paidInvoices(id, since)) {
        const paid = () => stripe.invoicePayments.list({ invoice, status: 'paid' });
        const { data } = await call('invoicePayments.list', listOf(invoicePayment), paid);
        for (const { payment } of data) {
          const answer = payment.payment_intent ? await refundPayment(payment.payment_intent) : [];
          if (typeof answer === 'string') refused ??= answer;
          else refunds.push(...answer);
        }
      }
      return { refunds, refused };
    },

    /** Refunds one payment again. @returns its refunds, or the code of the refusal */
    refundPayment,
    /** @returns null for an unknown id. */
    refundOf: (id: string) => find('refunds.retrieve', refundShape, () => stripe.refunds.retrieve(id)),

    /**
     * Sets whether a live subscription ends with its period. A schedule is released first, because it refuses the
     * change (https://docs.stripe.com/billing/subscriptions/subscription-schedules). An unknown subscription is not an
     * error.
     */
    endWithPeriod: async (
      { id, scheduleId }: { id: string; scheduleId: string | null },
      ends: boolean,
    ): Promise<void> => {
      if (scheduleId !== null) {
        await find('subscriptionSchedules.release', identified, () => stripe.subscriptionSchedules.release(scheduleId));
      }
      const update = (to: Stripe.SubscriptionUpdateParams) =>
        find('subscriptions.update', z.object({ cancel_at: z.int().nullable() }), () =>
          stripe.subscriptions.update(id, to),
        );
      const updated = await update({ cancel_at_period_end: ends });
      // In flexible billing the billing page sets the date alone, and only an empty one clears it.
      if (!ends && updated !== null && updated.cancel_at !== null) await update({ cancel_at: '' });
    },

    /** Deletes the customer unless something lives that is not this portal's, because it would end, too. */
    deleteCustomer: async (id: string): Promise<void> => {
      const live = await listedOf(id);
      if (live.some(({ userId, portal }) => userId === null || portal !== account.publicUrl)) return;
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

    /**
     * Returns a moment of our clock by Stripe's, in whole seconds, as its last answer gave it; the same moment before
     * the first one. It may be a second early, because the answer gave whole seconds, too.
     */
    atStripe: (moment: Date): Date => new Date(Math.floor((moment.getTime() + ahead) / second) * second),

    /** Verifies signature and age over the unparsed body. Returns null for a forged, old or malformed event. */
    eventOf: createEventOf(stripe.webhooks, account.webhookSecrets, now),
  };
};
