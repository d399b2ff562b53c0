import { apiPaths, serverPaths } from '../../src/contracts/api.ts';
import type { StripeSubscription } from '../gateways/stripe-gateway.ts';
import { testSignature } from './fake-stripe.ts';
import { randomPlayfabId, encodeP, type TestApi } from './test-api.ts';

/** Creates a signed-in user with the calls of the portal's pages. */
export const createPayer = async (api: TestApi) => {
  const playfabId = randomPlayfabId();
  const email = `${playfabId.toLowerCase()}@example.com`;
  api.fakes.playfab.player(playfabId, email);
  const token = await api.client.signIn(playfabId);
  const userId: string = (await api.client.user(token)).json().data.id;

  const post = (url: string, payload: object) =>
    api.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload });
  const purchase = (request: { userID?: string; lang?: string; coupon?: string } = {}) =>
    post(apiPaths.purchaseSession, { userID: userId, lang: 'en', ...request });
  /** Opens a payment page and returns its id. */
  const openPage = async (request: { lang?: string; coupon?: string } = {}): Promise<string> => {
    const answer = await purchase(request);
    if (answer.statusCode !== 200) throw new Error(`no payment page: ${answer.body}`);
    return new URL(answer.json().data.session.url).pathname.split('/').at(-1) ?? '';
  };

  return {
    playfabId,
    email,
    token,
    userId,
    purchase,
    openPage,
    manage: (customerID: string, lang = 'en') => post(apiPaths.manageSubscription, { customerID, lang }),
    refresh: (checkoutSessionID?: string) => post(apiPaths.refreshSubscription, { checkoutSessionID }),
    /** Returns the answers of the dashboard's two calls. */
    status: async () => (await api.app.inject(`${apiPaths.subscriptionStatus}?p=${encodeP(token)}`)).json(),
    customers: async (): Promise<string[]> =>
      (await api.client.user(token))
        .json()
        .data.integrations.map(({ serviceKey }: { serviceKey: string }) => serviceKey),
    /** Opens a page and pays, before Stripe's event arrives. */
    pay: async (): Promise<StripeSubscription> => api.fakes.stripe.pay(await openPage()),
  };
};
export type Payer = Awaited<ReturnType<typeof createPayer>>;

/** Calls our webhook as Stripe would, with the fake Stripe's signature. */
export const deliver = (
  api: TestApi,
  customerId: string | null,
  given: Parameters<TestApi['fakes']['stripe']['event']>[1] = {},
) =>
  api.app.inject({
    method: 'POST',
    url: serverPaths.stripeWebhook,
    headers: { 'content-type': 'application/json', 'stripe-signature': testSignature },
    payload: JSON.stringify(api.fakes.stripe.event(customerId, given)),
  });
