import { type Endpoints, isPaymentPage } from '../../config/endpoints.ts';
import {
  apiPaths,
  type ManageSubscriptionBody,
  type PaymentPageAnswer,
  type PurchaseSessionBody,
} from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { type TypeGuard, literal, object, text } from '../../lib/shapes.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer } from '../http/portal-api.ts';

export type PurchaseOrder = { userID: string; token: string; language: Language; coupon?: string | undefined };
export type ManageOrder = { customerID: string; token: string; language: Language };

/**
 * The calls of the portal's stripe-api (product-spec.md#7-calls-made) that open a page, with the session's token
 * (decisions.md#4-sessions-and-tokens). The address is always on an allowed payment origin.
 */
export type PaymentPages = {
  /** Returns the address of the page where a subscription is bought. */
  purchase(order: PurchaseOrder, signal?: AbortSignal): Promise<Result<string>>;
  /** Returns the address of the page where a subscription is changed or cancelled. */
  manage(order: ManageOrder, signal?: AbortSignal): Promise<Result<string>>;
};

const isPage: TypeGuard<PaymentPageAnswer> = object({
  success: literal(true),
  data: object({ session: object({ url: text }) }),
});

/** Both calls can be repeated: the server reuses an open checkout, and the other changes nothing. */
const post = { method: 'POST', repeatable: true } as const;

export const createPaymentPages = ({ portal }: Endpoints, http: Http = createHttp()): PaymentPages => {
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
  };
};
