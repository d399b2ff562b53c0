import type { Endpoints } from '../../config/endpoints.ts';
import { apiPaths, type RefreshSubscriptionBody } from '../../contracts/api.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer } from '../http/portal-api.ts';
import { createPaymentPages, type PaymentPages } from './payment-pages.ts';
import { isSubscriptionAnswer, type SubscriptionSummary, subscriptionState } from './subscription-answer.ts';

/**
 * The client of the portal's stripe-api (product-spec.md#7-calls-made), with the session's token
 * (decisions.md#4-sessions-and-tokens).
 */
export type BillingClient = PaymentPages & {
  /**
   * Makes the server query Stripe now, after a return from one of its pages, because Stripe's webhook may be late.
   */
  refresh(
    arrival: { token: string; checkout?: string | undefined },
    signal?: AbortSignal,
  ): Promise<Result<SubscriptionSummary>>;
};

export const createBillingClient = (endpoints: Endpoints, http: Http = createHttp()): BillingClient => ({
  ...createPaymentPages(endpoints, http),

  refresh: async ({ token, checkout }, signal) => {
    const json: RefreshSubscriptionBody = checkout === undefined ? {} : { checkoutSessionID: checkout };
    const url = endpoints.portal + apiPaths.refreshSubscription;
    const call = { method: 'POST', repeatable: true, url, json, headers: bearer(token), signal } as const;
    const result = await http.request({ ...call, answer: isSubscriptionAnswer });
    return result.ok ? succeed(subscriptionState(result.value)) : result;
  },
});
