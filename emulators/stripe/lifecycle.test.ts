import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  failingCard,
  goodCard,
  openTestStripe,
  order,
  orderWithoutTrial,
  webhookSecret,
} from '../../backend/testing/stripe.ts';
import { periodEndAfter } from './objects.ts';

const day = 86_400;
const hour = 3_600;
/** The bodies and signatures of the received events, and the statuses of the next answers; then 200. */
const received: { body: string; signature: string }[] = [];
const rejections: number[] = [];
let random = () => 0;
const receive: typeof fetch = async (_url, init) => {
  const status = rejections.shift() ?? 200;
  const signature = new Headers(init?.headers).get('stripe-signature') ?? '';
  if (status === 200) received.push({ body: String(init?.body), signature });
  return new Response(null, { status });
};
const double = await openTestStripe(receive, () => random());
const { buy, clock, stripe } = double;
beforeEach(async () => {
  await double.deliver();
  received.length = 0;
});

const read = (id: string): Promise<Stripe.Subscription> => stripe.subscriptions.retrieve(id);
/** Runs an action. @returns the types of the events that it creates, in their order */
const eventsOf = async (act: () => Promise<unknown>): Promise<string[]> => {
  const before = (await double.events()).length;
  await act();
  return (await double.events()).slice(before).map(({ type }) => type);
};
const totalsOf = async (subscription: string): Promise<number[]> =>
  (await stripe.invoices.list({ subscription })).data.map(({ total }) => total);
const billingPageOf = async (customer: string): Promise<string> => {
  const return_url = 'http://localhost:4173/dashboard';
  return new URL((await stripe.billingPortal.sessions.create({ customer, locale: 'en', return_url })).url).pathname;
};

/** https://docs.stripe.com/billing/subscriptions/trials and https://docs.stripe.com/billing/subscriptions/overview */
describe('a subscription on trial', () => {
  it('creates a free invoice for a trial', async () => {
    let id = '';
    const events = await eventsOf(async () => ({ id } = await buy()));
    expect(events).toEqual(['invoice.paid', 'customer.subscription.created', 'checkout.session.completed']);
    expect(await totalsOf(id)).toEqual([0]);
    await stripe.subscriptions.cancel(id);
  });

  it('announces the end of a trial three days before, charges it then, and renews each month', async () => {
    const { id, trialEnd } = await buy();
    expect(await eventsOf(() => double.advance(4 * day))).toEqual(['customer.subscription.trial_will_end']);
    const renewal = ['customer.subscription.updated', 'invoice.paid'];
    expect(await eventsOf(() => double.advance(3 * day + 1))).toEqual(renewal.slice(0, 1));
    expect(await eventsOf(() => double.advance(hour))).toEqual(renewal.slice(1));
    const active = await read(id);
    expect(active.status).toBe('active');
    expect(active.items.data[0]?.current_period_start).toBe(Number(trialEnd) / 1_000);
    expect(await eventsOf(() => double.advance(65 * day))).toEqual([...renewal, ...renewal]);
    expect(await totalsOf(id)).toEqual([999, 999, 999, 0]);
    await stripe.subscriptions.cancel(id);
  });

  it('retries a declined card three times before it ends the subscription', async () => {
    const { id } = await buy(order, failingCard);
    await double.advance(7 * day + hour);
    expect((await read(id)).status).toBe('past_due');
    const types = await eventsOf(() => double.advance(15 * day + 1));
    expect(types).toEqual([...Array(3).fill('invoice.payment_failed'), 'customer.subscription.deleted']);
    expect((await read(id)).status).toBe('canceled');
  });

  it('reactivates an overdue subscription when the card is changed', async () => {
    const { id, customerId } = await buy(order, failingCard);
    await double.advance(7 * day + hour);
    await double.post(`${await billingPageOf(customerId)}/card`, { number: goodCard });
    expect((await read(id)).status).toBe('active');
    await stripe.subscriptions.cancel(id);
  });

  it('ends a cancelled subscription after its period, unless the cancellation is withdrawn', async () => {
    const { id } = await buy();
    const set = (cancel: boolean) => stripe.subscriptions.update(id, { cancel_at_period_end: cancel });
    expect(await set(true)).toMatchObject({ cancel_at_period_end: true, status: 'trialing' });
    expect(await set(false)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    await set(true);
    await double.advance(7 * day + 1);
    expect((await read(id)).status).toBe('canceled');
  });
});

describe('a subscription', () => {
  it('ends the subscriptions of a customer who is deleted', async () => {
    const { id, customerId } = await buy();
    const events = await eventsOf(() => stripe.customers.del(customerId));
    expect(events).toEqual(['customer.subscription.deleted', 'customer.deleted']);
    expect((await read(id)).status).toBe('canceled');
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ id: customerId, deleted: true });
    await expect(stripe.customers.del(customerId)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('charges the full price after a discount of three months', async () => {
    const { id } = await buy({ ...orderWithoutTrial, discounts: [{ coupon: 'welcome20' }] });
    await double.advance(100 * day);
    expect(await totalsOf(id)).toEqual([999, 799, 799, 799]);
    await stripe.subscriptions.cancel(id);
  });
});

/** https://docs.stripe.com/customer-management */
it('cancels on the billing page at the end of the period, withdraws the cancellation, and serves it for a day', async () => {
  const { id, customerId } = await buy();
  const path = await billingPageOf(customerId);
  const page = async (): Promise<string> => (await double.into(`http://localhost${path}`)).text();
  const answer = await double.post(`${path}/cancel`, {});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  const ending = await read(id);
  // https://docs.stripe.com/billing/subscriptions/billing-mode/compare#scheduled-subscription-cancellation
  expect([ending.cancel_at_period_end, ending.cancel_at]).toEqual([false, ending.trial_end]);
  expect(await page()).toContain('is not renewed');
  await double.post(`${path}/resume`, {});
  expect(await read(id)).toMatchObject({ cancel_at: null });
  await double.advance(day + 1);
  expect(await page()).toContain('There is no such page.');
  await stripe.subscriptions.cancel(id);
});

/** https://docs.stripe.com/webhooks */
describe('an event', () => {
  const types = (): string[] => received.map(({ body }) => JSON.parse(body).type);

  it('arrives twice, signed for the official package, with the object it is about', async () => {
    const { id } = await buy();
    await double.deliver();
    const created = received.filter(({ body }) => body.includes('"type":"customer.subscription.created"'));
    expect(created).toHaveLength(2);
    const { body = '', signature = '' } = created[0] ?? {};
    const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, 1e9);
    expect(event).toMatchObject({ livemode: false, data: { object: { id, status: 'trialing' } } });
  });

  it('can arrive before an earlier one', async () => {
    let delay = 1;
    random = () => (delay -= 0.1);
    await buy();
    random = () => 0;
    // Deliveries that are due at the same moment are sent at the same moment.
    for (let step = 0; step < 40; step += 1) {
      clock.advance(50);
      await double.deliver();
    }
    const first = types()
      .toReversed()
      .filter((type, index, all) => all.indexOf(type) === index);
    expect(first).toEqual(['invoice.paid', 'customer.subscription.created', 'checkout.session.completed']);
  });

  it('is sent again after increasing pauses when it was rejected, and after a restart', async () => {
    rejections.push(...Array<number>(6).fill(500), 404, 302);
    await buy();
    await double.deliver();
    expect(types()).toEqual([]);
    clock.advance(500);
    await double.deliver();
    expect(types()).toHaveLength(4);
    clock.advance(1_000);
    (await double.simulator()).start();
    await expect.poll(types).toHaveLength(6);
  });
});

it.each([
  ['2027-01-31', '2027-01-31', '2027-02-28'],
  ['2027-01-31', '2027-02-28', '2027-03-31'],
  ['2027-11-30', '2028-01-30', '2028-02-29'],
  ['2027-06-15', '2027-06-15', '2027-07-15'],
])('computes for the anchor %s that the period from %s ends on %s', (anchor, start, end) => {
  expect(periodEndAfter(new Date(anchor), new Date(start))).toEqual(new Date(end));
});
