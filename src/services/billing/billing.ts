import type { Endpoints } from '../../config/endpoints.ts';
import { isPaymentPage } from '../../config/payment-origins.ts';
import {
  apiPaths,
  type ManageSubscriptionBody,
  type PaymentPageAnswer,
  type PurchaseSessionBody,
  type RefreshSubscriptionBody,
} from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { type TypeGuard, literal, object, text } from '../../lib/shapes.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer } from '../http/portal-api.ts';
import { isSubscriptionAnswer, type SubscriptionSummary, subscriptionState } from './subscription-answer.ts';

export type PurchaseOrder = { userID: string; token: string; language: Language; coupon?: string | undefined };
export type ManageOrder = { customerID: string; token: string; language: Language };

/**
 * The client of the portal's stripe-api (product-spec.md#7-calls-made), with the session's token
 * (decisions.md#4-sessions-and-tokens).
 */
export type BillingClient = {
  /** Returns the address of the payment page, which is always on an allowed payment origin. */
  purchase(order: PurchaseOrder, signal?: AbortSignal): Promise<Result<string>>;
  /** Returns the address of the page where a subscription is changed or cancelled. */
  manage(order: ManageOrder, signal?: AbortSignal): Promise<Result<string>>;
  /**
   * Makes the server query Stripe now, after a return from one of these pages, because Stripe's webhook may be late.
   */
  refresh(
    arrival: { token: string; checkout?: string | undefined },
    signal?: AbortSignal,
  ): Promise<Result<SubscriptionSummary>>;
};

const isPage: TypeGuard<PaymentPageAnswer> = object({
  success: literal(true),
  data: object({ session: object({ url: text }) }),
});

/** Every call here can be repeated: the server reuses an open checkout, and the other two change nothing. */
const post = { method: 'POST', repeatable: true } as const;

export const createBillingClient = ({ portal }: Endpoints, http: Http = createHttp()): BillingClient => {
  const page = async (
    path: string,
    token: string,
    json: PurchaseSessionBody | ManageSubscriptionBody,
    signal?: AbortSignal,
  ): Promise<Result<string>> => {
    const headers = bearer(token);
    const result = await http.request({ ...post, url: portal + path, json, headers, answer: isPage, signal });
    if (!result.ok) return result;
    const { url } = result.value.data.session;
    // Visitors may enter a card on the provider's pages only.
    return isPaymentPage(url) ? succeed(url) : fail('GENERIC_ERROR', { cause: 'not a payment page' });
  };

  return {
    purchase: ({ userID, token, language, coupon }, signal) =>
      page(
        apiPaths.purchaseSession,
        token,
        { userID, lang: language, ...(coupon === undefined ? {} : { coupon }) },
        signal,
      ),

    manage: ({ customerID, token, language }, signal) =>
      page(apiPaths.manageSubscription, token, { customerID, lang: language }, signal),

    refresh: async ({ token, checkout }, signal) => {
      const json: RefreshSubscriptionBody = checkout === undefined ? {} : { checkoutSessionID: checkout };
      const url = portal + apiPaths.refreshSubscription;
      const headers = bearer(token);
      const result = await http.request({ ...post, url, json, headers, answer: isSubscriptionAnswer, signal });
      return result.ok ? succeed(subscriptionState(result.value)) : result;
    },
  };
};
