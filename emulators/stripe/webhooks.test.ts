import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  order,
  type RunningStripeSimulator,
  startStripeSimulator,
  webhookSecret,
} from '../../backend/testing/stripe-simulator.ts';
import { pauseAfter, signatureOf } from './webhooks.ts';

let simulator: RunningStripeSimulator;
beforeEach(async () => {
  simulator = await startStripeSimulator();
});
afterEach(() => simulator.close());

const received = (): string[] => simulator.events.map(({ id }) => id);
const happened = async (): Promise<string[]> => (await simulator.storedEvents()).map(({ id }) => id);
/** Creates an event. */
const expire = async (): Promise<void> => {
  const { sessions } = simulator.stripe.checkout;
  await sessions.expire((await sessions.create(order)).id);
};

/** https://docs.stripe.com/webhooks */
describe('the sender', () => {
  it('signs events so that the official package detects another secret, a changed body and an old signature', () => {
    const { webhooks } = simulator.stripe;
    const now = new Date();
    const body = '{"id":"evt_1","object":"event"}';
    const header = signatureOf(body, webhookSecret, now);
    expect(webhooks.constructEvent(body, header, webhookSecret)).toMatchObject({ id: 'evt_1' });
    expect(() => webhooks.constructEvent(body, header, 'whsec_other')).toThrow(/signatures/);
    expect(() => webhooks.constructEvent(`${body} `, header, webhookSecret)).toThrow(/signatures/);
    const old = signatureOf(body, webhookSecret, new Date(now.getTime() - 86_400_000));
    expect(() => webhooks.constructEvent(body, old, webhookSecret)).toThrow(/tolerance/);
  });

  it('delivers an event with the object it is about', async () => {
    await expire();
    await simulator.deliver();
    expect(simulator.events).toMatchObject([
      {
        type: 'checkout.session.expired',
        api_version: '2026-10-28.endive',
        livemode: false,
        data: { object: { status: 'expired', customer_email: 'marie@example.com' } },
      },
    ]);
  });

  it('retries a rejected event after increasing pauses', async () => {
    simulator.rejections.push(500, 404, 302);
    await expire();
    await simulator.deliver();
    expect(received()).toEqual([]);
    for (const pause of [500, 1_000]) {
      simulator.clock.advance(pause);
      await simulator.deliver();
      expect(received()).toEqual([]);
    }
    simulator.clock.advance(2_000);
    await simulator.deliver();
    expect(received()).toEqual(await happened());
    expect([1, 2, 3, 7, 50].map(pauseAfter)).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
  });

  it('keeps undelivered events, and sends them first after a restart', async () => {
    simulator.rejections.push(500);
    await expire();
    await simulator.deliver();
    simulator.start();
    await expect.poll(received).toEqual(await happened());
  });
});

describe('the webhook mode', () => {
  it('duplicates, reorders and delays events without losing one', async () => {
    const wanted = { duplicate: 2, shuffle: true, delay: 60 };
    const answer = await fetch(`${simulator.url}/simulator/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    expect(await answer.json()).toEqual(wanted);
    for (let index = 0; index < 12; index += 1) await expire();
    await simulator.deliver();
    const early = received().length;
    expect(early).toBeLessThan(36);
    simulator.clock.advance(60_000);
    await simulator.deliver();
    const all = await happened();
    expect(received()).toHaveLength(36);
    expect(new Set(received())).toEqual(new Set(all));
    const first = all.map((id) => received().indexOf(id));
    expect(first).not.toEqual(first.toSorted((one, other) => one - other));
  });
});
