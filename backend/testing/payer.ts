import { receiveStripeEvent } from '../../src/contracts/calls/servers.ts';
import type { StripeSubscription } from '../gateways/stripe-gateway.ts';
import { signatureOf } from '../../emulators/stripe/webhooks.ts';
import { webhookSecret } from './stripe.ts';
import { randomPlayfabId, type TestApi } from './test-api.ts';

/** Creates a signed-in user with the calls of the portal's pages. */
export const createPayer = async (api: TestApi) => {
  const playfabId = randomPlayfabId();
  const email = `${playfabId.toLowerCase()}@example.com`;
  await api.playfab.player(playfabId, email);
  const token = await api.client.signIn(playfabId);
  const user = async () => (await api.client.user(token)).json().data;
  const userId: string = (await user()).id;
  const billing = api.client.billing({ userId, token });
  return {
    playfabId,
    email,
    token,
    userId,
    ...billing,
    customers: async (): Promise<string[]> =>
      (await user()).integrations.map(({ serviceKey }: { serviceKey: string }) => serviceKey),
    /** Opens a page and pays, before Stripe's event arrives. */
    pay: async (how?: Parameters<typeof api.stripe.pay>[1]): Promise<StripeSubscription> =>
      api.stripe.pay(await billing.openPage(), how),
  };
};
export type Payer = Awaited<ReturnType<typeof createPayer>>;

/** Calls our webhook as Stripe would, about a customer. */
export const deliver = async ({ app, clock }: TestApi, customer: string, id = `evt_${randomPlayfabId()}`) => {
  const now = clock.now();
  const data = { object: { id: 'sub_1', customer } };
  const created = Math.floor(now.getTime() / 1_000);
  const payload = JSON.stringify({ id, type: 'customer.subscription.updated', livemode: false, created, data });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, webhookSecret, now) };
  return app.inject({ method: 'POST', url: receiveStripeEvent.path, headers, payload });
};
