import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { testPortal } from '../testing/fake-stripe.ts';
import {
  goodCard,
  orderWithoutTrial,
  type RunningStripeSimulator,
  startStripeSimulator,
  subscriptionOf,
} from '../testing/stripe-simulator.ts';
import type { StripeGateway } from './stripe-gateway.ts';
import { createStripeGateway } from './stripe.ts';

let simulator: RunningStripeSimulator;
let gateway: StripeGateway;
beforeAll(async () => {
  simulator = await startStripeSimulator();
  gateway = createStripeGateway({
    secretKey: 'sk_test_simulator',
    webhookSecrets: [],
    priceId: simulatedPriceId,
    publicUrl: testPortal,
    server: { host: '127.0.0.1', port: Number(new URL(simulator.url).port), protocol: 'http' },
    deadline: 10_000,
  });
});
afterAll(() => simulator.close());

it('refunds every payment of a subscription, once', async () => {
  const { stripe } = simulator;
  const { id } = subscriptionOf(await simulator.buy(goodCard, orderWithoutTrial));
  await simulator.advance(40 * 86_400);
  for (let time = 0; time < 2; time += 1) {
    await gateway.endNow(id);
    expect(await gateway.refund(id)).toEqual({ payments: 2, refused: null });
  }
  const invoices = (await stripe.invoices.list({ subscription: id, expand: ['data.payments'] })).data;
  const refunds = await Promise.all(
    invoices.flatMap(({ payments }) =>
      (payments?.data ?? []).map(async ({ payment }) => {
        const { data } = await stripe.refunds.list({ payment_intent: String(payment.payment_intent) });
        return data.map(({ amount }) => amount);
      }),
    ),
  );
  expect(refunds).toEqual([[999], [999]]);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
});

it('sets and removes the end of a subscription with its period', async () => {
  const { id } = subscriptionOf(await simulator.buy(goodCard));
  for (const ends of [true, true, false]) {
    await gateway.cancelAtPeriodEnd(id, ends);
    expect((await simulator.stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(ends);
  }
  await expect(gateway.cancelAtPeriodEnd('sub_nobody', true)).resolves.toBeUndefined();
});
