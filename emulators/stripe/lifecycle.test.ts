import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  failingCard,
  goodCard,
  orderWithoutTrial,
  type RunningStripeSimulator,
  startStripeSimulator,
  subscriptionOf,
} from '../../backend/testing/stripe-simulator.ts';
import { periodEndAfter } from './lifecycle/amounts.ts';

const day = 86_400;
let simulator: RunningStripeSimulator;
beforeAll(async () => {
  simulator = await startStripeSimulator();
});
afterAll(() => simulator.close());
beforeEach(async () => {
  await simulator.deliver();
  simulator.events.length = 0;
});

const read = (id: string): Promise<Stripe.Subscription> => simulator.stripe.subscriptions.retrieve(id);
/** Returns the types of the events since the test began, in the order of their creation. */
const happened = async (): Promise<string[]> => {
  await simulator.deliver();
  const order = (await simulator.storedEvents()).map(({ id }) => id);
  return simulator.events
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    .map(({ type }) => type);
};
/** Buys a subscription with a trial, and clears the events of the purchase. */
const onTrial = async (card = goodCard): Promise<Stripe.Subscription> => {
  const subscription = subscriptionOf(await simulator.buy(card));
  await simulator.deliver();
  simulator.events.length = 0;
  return subscription;
};

const billingPageOf = async (customer: Stripe.Subscription['customer']): Promise<string> =>
  simulator.pathOf((await simulator.stripe.billingPortal.sessions.create({ customer: String(customer) })).url);

/** https://docs.stripe.com/billing/subscriptions/trials and https://docs.stripe.com/billing/subscriptions/overview */
describe('a subscription on trial', () => {
  it('creates a free invoice for a trial', async () => {
    const { id, customer } = subscriptionOf(await simulator.buy());
    expect(await happened()).toEqual([
      'customer.created',
      'invoice.created',
      'invoice.paid',
      'customer.subscription.created',
      'checkout.session.completed',
    ]);
    const { data } = await simulator.stripe.invoices.list({ customer: String(customer), expand: ['data.payments'] });
    expect(data).toMatchObject([{ total: 0, status: 'paid', payments: { data: [] } }]);
    expect(data[0]?.parent?.subscription_details?.subscription).toBe(id);
    await simulator.stripe.subscriptions.cancel(id);
  });

  it('announces the end of a trial three days before, charges it then, and renews each month', async () => {
    const { id, trial_end: trialEnd } = await onTrial();
    await simulator.advance(4 * day);
    expect(await happened()).toEqual(['customer.subscription.trial_will_end']);
    simulator.events.length = 0;
    await simulator.advance(3 * day + 1);
    expect(await happened()).toEqual(['invoice.created', 'invoice.paid', 'customer.subscription.updated']);
    const active = await read(id);
    expect(active.status).toBe('active');
    expect(active.items.data[0]?.current_period_start).toBe(trialEnd);
    simulator.events.length = 0;
    await simulator.advance(65 * day);
    expect((await happened()).filter((type) => type === 'invoice.paid')).toHaveLength(2);
    const { data } = await simulator.stripe.invoices.list({ subscription: id });
    expect(data.map(({ total }) => total)).toEqual([999, 999, 999, 0]);
    await simulator.stripe.subscriptions.cancel(id);
  });

  it('retries a declined card three times before it ends the subscription', async () => {
    const { id } = await onTrial(failingCard);
    await simulator.advance(7 * day + 1);
    expect((await read(id)).status).toBe('past_due');
    await simulator.advance(15 * day + 1);
    expect((await read(id)).status).toBe('canceled');
    const types = await happened();
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(types.at(-1)).toBe('customer.subscription.deleted');
  });

  it('reactivates an overdue subscription when the card is changed', async () => {
    const { id, customer } = await onTrial(failingCard);
    await simulator.advance(7 * day + 1);
    await simulator.post(`${await billingPageOf(customer)}/card`, goodCard);
    expect((await read(id)).status).toBe('active');
    await simulator.stripe.subscriptions.cancel(id);
  });

  it('ends a cancelled subscription after its period, unless the cancellation is withdrawn', async () => {
    const { id } = await onTrial();
    const { stripe } = simulator;
    const set = (cancel: boolean) => stripe.subscriptions.update(id, { cancel_at_period_end: cancel });
    expect(await set(true)).toMatchObject({ cancel_at_period_end: true, status: 'trialing' });
    expect(await set(false)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    await set(true);
    await simulator.advance(7 * day + 1);
    expect((await read(id)).status).toBe('canceled');
  });
});

describe('a subscription', () => {
  it('cancels a subscription at once, and refunds its payment once', async () => {
    const { id } = subscriptionOf(await simulator.buy(goodCard, orderWithoutTrial));
    const { stripe } = simulator;
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
    const [invoice] = (await stripe.invoices.list({ subscription: id, expand: ['data.payments'] })).data;
    const intent = String(invoice?.payments?.data[0]?.payment.payment_intent);
    expect((await stripe.invoicePayments.list({ invoice: invoice?.id ?? '', status: 'paid' })).data).toHaveLength(1);
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 999, status: 'succeeded' });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  it('ends the subscriptions of a customer who is deleted', async () => {
    const { id, customer } = subscriptionOf(await simulator.buy());
    const { stripe } = simulator;
    expect(await stripe.customers.del(String(customer))).toEqual(expect.objectContaining({ deleted: true }));
    expect((await read(id)).status).toBe('canceled');
    expect(await stripe.customers.retrieve(String(customer))).toMatchObject({ id: customer, deleted: true });
    expect(await happened()).toEqual(expect.arrayContaining(['customer.subscription.deleted', 'customer.deleted']));
    await expect(stripe.customers.del(String(customer))).rejects.toMatchObject({ statusCode: 404 });
  });

  it('charges the full price after a discount of three months', async () => {
    const order = { ...orderWithoutTrial, discounts: [{ coupon: 'welcome20' }] };
    const { id } = subscriptionOf(await simulator.buy(goodCard, order));
    await simulator.advance(100 * day);
    const { data } = await simulator.stripe.invoices.list({ subscription: id });
    expect(data.map(({ total }) => total)).toEqual([999, 799, 799, 799]);
    await simulator.stripe.subscriptions.cancel(id);
  });
});

/** https://docs.stripe.com/customer-management */
describe('the billing page', () => {
  it('asks before it cancels at the end of the period, can withdraw the cancellation, and is served for a day', async () => {
    const { id, customer } = await onTrial();
    const path = await billingPageOf(customer);
    expect(await (await simulator.get(`${path}?step=cancel`)).text()).toContain('Cancel the subscription?');
    const answer = await simulator.post(`${path}/cancel`, {});
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?notice=canceledNow`]);
    expect(await read(id)).toMatchObject({ cancel_at_period_end: true });
    expect(await (await simulator.get(path)).text()).toContain('is not renewed');
    await simulator.post(`${path}/resume`, {});
    expect(await read(id)).toMatchObject({ cancel_at_period_end: false });
    await simulator.advance(day + 1);
    expect((await simulator.get(path)).status).toBe(404);
    await simulator.stripe.subscriptions.cancel(id);
  });
});

it('expires an unpaid checkout exactly after a day', async () => {
  const session = await simulator.stripe.checkout.sessions.create(orderWithoutTrial);
  await simulator.advance(3 * day);
  expect(await simulator.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
  await simulator.deliver();
  const event = simulator.events.find(({ type }) => type === 'checkout.session.expired');
  expect(event?.created).toBe(session.expires_at);
});

it.each([
  ['2027-01-31', '2027-01-31', '2027-02-28'],
  ['2027-01-31', '2027-02-28', '2027-03-31'],
  ['2027-11-30', '2028-01-30', '2028-02-29'],
  ['2027-06-15', '2027-06-15', '2027-07-15'],
])('computes for the anchor %s that the period from %s ends on %s', (anchor, start, end) => {
  expect(periodEndAfter(new Date(anchor), new Date(start))).toEqual(new Date(end));
});
