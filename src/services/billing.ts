import type { Endpoints } from '../config/endpoints.ts';
import { isPaymentPage } from '../config/links.ts';
import {
  manage,
  type Offer,
  purchase,
  refreshSubscription,
  type Subscription,
} from '../contracts/calls/subscription.ts';
import type { Language } from '../contracts/language.ts';
import { fail, mapValue, type Result, succeed } from '../lib/result.ts';
import { createHttp, type Http } from './http/http.ts';
import { createPortalCall } from './http/portal-call.ts';

/** Whether there is a membership, the subscription that the account page shows, and what can be bought instead. */
export type SubscriptionSummary = {
  isSubscribed: boolean;
  subscription: Subscription | null;
  offer?: Offer | null | undefined;
  earlierUntil?: string | undefined;
};
type Answered = Omit<SubscriptionSummary, 'subscription'> & Partial<SubscriptionSummary>;
export const summaryOf = ({ subscription = null, ...answer }: Answered): SubscriptionSummary => ({
  ...answer,
  subscription,
});

export type PurchaseOrder = {
  userID: string;
  token: string;
  language: Language;
  coupon?: string | undefined;
  shown?: string;
};
export type ManageOrder = { customerID: string; token: string; language: Language };

/** Visitors may enter a card on the provider's pages only. */
const pageOf = (result: Result<{ data: { session: { url: string } } }>): Result<string> => {
  if (!result.ok) return result;
  const { url } = result.value.data.session;
  return isPaymentPage(url) ? succeed(url) : fail('GENERIC_ERROR', { cause: 'not a payment page' });
};

/** The client of the stripe-api (product-spec.md#7-calls-made). Its addresses are on allowed payment origins only. */
export const createBillingClient = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPortalCall(endpoints, http);
  return {
    /** Returns the address of the page where a subscription is bought. */
    purchase: async ({ userID, token, language: lang, coupon, shown }: PurchaseOrder, signal?: AbortSignal) => {
      const body = { userID, lang, ...(coupon !== undefined && { coupon }), ...(shown && { shown }) };
      return pageOf(await call(purchase, { token, body }, signal));
    },
    /** Returns the address of the page where a subscription is changed or cancelled. */
    manage: async ({ customerID, token, language: lang }: ManageOrder, signal?: AbortSignal) =>
      pageOf(await call(manage, { token, body: { customerID, lang } }, signal)),
    /** Makes the server query Stripe, after a return from one of its pages, because the webhook may be late. */
    refresh: async ({ token, checkout }: { token: string; checkout?: string | undefined }, signal?: AbortSignal) => {
      const body = checkout === undefined ? {} : { checkoutSessionID: checkout };
      return mapValue(await call(refreshSubscription, { token, body }, signal), summaryOf);
    },
  };
};
export type BillingClient = ReturnType<typeof createBillingClient>;
