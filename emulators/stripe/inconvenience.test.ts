import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { failingCard, goodCard, idOf, openTestStripe, order, orderWithoutTrial } from '../../backend/testing/stripe.ts';

const hour = 3_600;
const day = 24 * hour;
const month = 31 * day + 2 * hour;
const double = await openTestStripe();
const { stripe } = double;
const { subscriptions, invoices } = stripe;

const buy = (params = orderWithoutTrial, card = goodCard) => double.buy(params, card);
const read = (id: string): Promise<Stripe.Subscription> => subscriptions.retrieve(id);
const statesOf = async (subscription: string) =>
  (await invoices.list({ subscription })).data.map(({ status, auto_advance }) => [status, auto_advance]);
const newest = async (id: string): Promise<string> => idOf((await read(id)).latest_invoice);
const paymentOf = async (id: string): Promise<string> => {
  const { data } = await stripe.invoicePayments.list({ invoice: await newest(id), status: 'paid' });
  return idOf(data[0]?.payment.payment_intent);
};
const endOf = async (id: string): Promise<number> => (await read(id)).items.data[0]?.current_period_end ?? 0;

/** https://docs.stripe.com/api/subscriptions/update and https://docs.stripe.com/api/subscriptions/list */
describe('a subscription that is to end', () => {
  it('ends at a chosen date, after a period that costs its part', async () => {
    const { id } = await buy();
    const end = await endOf(id);
    await subscriptions.update(id, { cancel_at: end + 10 * day });
    expect((await invoices.createPreview({ subscription: id })).total).toBe(Math.round((999 * 10) / 30));
    await double.advance(month);
    expect(await read(id)).toMatchObject({ status: 'active', cancel_at: end + 10 * day, cancel_at_period_end: false });
    expect((await invoices.list({ subscription: id })).data.map(({ total }) => total)).toEqual([333, 999]);
    await double.advance(10 * day);
    expect(await read(id)).toMatchObject({ status: 'canceled', ended_at: end + 10 * day });
  });

  it('loses a date by an empty text only, and cannot have both, a past one, or one while a schedule decides', async () => {
    const { id } = await buy();
    const cancel_at = (await endOf(id)) + day;
    await subscriptions.update(id, { cancel_at });
    expect(await subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({ cancel_at });
    expect(await subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null, canceled_at: null });
    await expect(subscriptions.update(id, { cancel_at: 1 })).rejects.toMatchObject({ param: 'cancel_at' });
    const both = { cancel_at, cancel_at_period_end: true };
    await expect(subscriptions.update(id, both)).rejects.toMatchObject({ statusCode: 400 });
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    expect(await read(id)).toMatchObject({ schedule: schedule.id });
    await expect(subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(schedule.id);
    expect(await stripe.subscriptionSchedules.release(schedule.id)).toMatchObject({ released_subscription: id });
    await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toMatchObject({ statusCode: 400 });
    await subscriptions.update(id, { cancel_at_period_end: true, metadata: { note: 'left', userID: '' } });
    expect(await read(id)).toMatchObject({ schedule: null, cancel_at_period_end: true, metadata: { note: 'left' } });
    await subscriptions.cancel(id);
    expect(await subscriptions.update(id, { metadata: { note: 'late' } })).toMatchObject({ status: 'canceled' });
    await expect(subscriptions.update(id, { cancel_at: '' })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('is listed until it is canceled, and then by its status only', async () => {
    const [{ id, customerId: customer }, gone] = [await buy(), await buy()];
    await subscriptions.cancel(gone.id);
    const idsOf = async (params: Stripe.SubscriptionListParams) =>
      (await subscriptions.list(params)).data.map((found) => found.id);
    expect(await idsOf({ customer })).toEqual([id]);
    expect(await idsOf({ customer: gone.customerId })).toEqual([]);
    for (const status of ['canceled', 'ended', 'all'] as const) {
      expect(await idsOf({ customer: gone.customerId, status })).toEqual([gone.id]);
    }
  });
});

/** https://docs.stripe.com/billing/invoices/subscription and https://docs.stripe.com/api/subscriptions/cancel */
describe('an invoice', () => {
  it('is a draft for an hour, which no one can void, and is charged even when the subscription ends', async () => {
    const { id } = await buy();
    await double.advance((await endOf(id)) - (await read(id)).created + 1);
    const invoice = await newest(id);
    expect(await statesOf(id)).toEqual([
      ['draft', true],
      ['paid', false],
    ]);
    await expect(invoices.voidInvoice(invoice)).rejects.toMatchObject({ statusCode: 400 });
    await subscriptions.cancel(id);
    await double.advance(hour);
    expect(await statesOf(id)).toEqual([
      ['paid', false],
      ['paid', false],
    ]);
  });

  it('is not charged when its collection is off, and can be finalized and voided', async () => {
    const { id } = await buy();
    await double.advance((await endOf(id)) - (await read(id)).created + 1);
    const invoice = await newest(id);
    await invoices.update(invoice, { auto_advance: false });
    await double.advance(day);
    expect(await invoices.finalizeInvoice(invoice)).toMatchObject({ status: 'open', amount_remaining: 999 });
    expect(await invoices.voidInvoice(invoice)).toMatchObject({ status: 'void' });
    await expect(invoices.update(invoice, { auto_advance: true })).rejects.toMatchObject({ statusCode: 400 });
  });

  it.each([true, false])('is retried when it failed; a canceled subscription keeps it open: %s', async (isCanceled) => {
    const { id } = await buy(order, failingCard);
    await double.advance(7 * day + hour);
    await subscriptions.update(id, { cancel_at_period_end: true });
    await double.useCard(id, 'works');
    if (isCanceled) await subscriptions.cancel(id);
    await double.advance(3 * day);
    expect((await read(id)).status).toBe(isCanceled ? 'canceled' : 'active');
    expect((await statesOf(id))[0]).toEqual([isCanceled ? 'open' : 'paid', false]);
  });

  it('leaves its subscription active when it is voided', async () => {
    const { id } = await buy(order, failingCard);
    await double.advance(7 * day + hour);
    expect((await read(id)).status).toBe('past_due');
    await invoices.voidInvoice(await newest(id));
    expect((await read(id)).status).toBe('active');
  });

  it('includes what is pending, unless that is deleted, also when the subscription ends', async () => {
    const { id: subscription, customerId: customer } = await buy();
    const add = (amount: number) => stripe.invoiceItems.create({ customer, subscription, amount, currency: 'usd' });
    await stripe.invoiceItems.del((await add(5_000)).id);
    await add(200);
    const pending = await stripe.invoiceItems.list({ customer, pending: true });
    expect(pending.data.map(({ amount }) => amount)).toEqual([200]);
    expect((await invoices.createPreview({ subscription })).total).toBe(1_199);
    await subscriptions.update(subscription, { cancel_at_period_end: true });
    expect((await invoices.createPreview({ subscription })).total).toBe(200);
    await double.advance(month);
    expect((await invoices.list({ customer, status: 'paid' })).data.map(({ total }) => total)).toEqual([200, 999]);
  });

  it('has no preview when nothing more is charged', async () => {
    const { id: subscription } = await buy(order);
    const preview = () => invoices.createPreview({ subscription });
    expect(await preview()).toMatchObject({ total: 999, created: await endOf(subscription) });
    const none = { statusCode: 404, code: 'invoice_upcoming_none' };
    await subscriptions.update(subscription, { cancel_at_period_end: true });
    await expect(preview()).rejects.toMatchObject(none);
    await subscriptions.cancel(subscription);
    await expect(preview()).rejects.toMatchObject(none);
  });

  it('is of every item and quantity', async () => {
    const { id } = await buy();
    await double.setQuantities(id, 2, 1);
    expect((await invoices.createPreview({ subscription: id })).total).toBe(2_997);
  });

  /** https://docs.stripe.com/billing/subscriptions/pause-payment */
  it.each([
    ['keep_as_draft', 'draft'],
    ['void', 'void'],
    ['mark_uncollectible', 'uncollectible'],
  ] as const)('is not charged during a pause: %s', async (behavior, status) => {
    const { id } = await buy();
    const resumes_at = (await endOf(id)) + day;
    await subscriptions.update(id, { pause_collection: { behavior, resumes_at } });
    await double.advance(month);
    expect([(await read(id)).status, await statesOf(id)]).toEqual([
      'active',
      [
        [status, false],
        ['paid', false],
      ],
    ]);
    await double.advance(2 * day);
    expect((await read(id)).pause_collection).toBeNull();
  });
});

/** https://docs.stripe.com/testing#refunds and https://docs.stripe.com/refunds#failed-refunds */
it.each([
  ['refundsLate', 'pending', 'succeeded', 'refund.updated'],
  ['refundFails', 'succeeded', 'failed', 'refund.failed'],
] as const)('settles a refund a day later: %s', async (card, at, after, type) => {
  const { id } = await buy();
  const payment_intent = await paymentOf(id);
  await double.useCard(id, card);
  const refund = () => stripe.refunds.create({ payment_intent });
  expect((await refund()).status).toBe(at);
  await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
  await double.advance(day);
  expect((await stripe.refunds.list({ payment_intent })).data.map(({ status }) => status)).toEqual([after]);
  expect((await double.events()).at(-1)).toMatchObject({ type, data: { object: { payment_intent } } });
  if (after === 'failed') expect((await refund()).status).toBe('succeeded');
});

/** https://docs.stripe.com/api/customers/list and https://docs.stripe.com/search */
it('finds customers by the exact address at once, by any spelling after a minute, and no deleted one', async () => {
  const customer_email = 'Ada@example.com';
  const { customerId } = await buy({ ...order, customer_email });
  const listed = async (email: string) => (await stripe.customers.list({ email })).data.map(({ id }) => id);
  const searched = async () =>
    (await stripe.customers.search({ query: 'email:"ada@EXAMPLE.com"' })).data.map(({ id }) => id);
  expect([await listed(customer_email), await listed('ada@example.com'), await searched()]).toEqual([
    [customerId],
    [],
    [],
  ]);
  await double.advance(60);
  expect(await searched()).toEqual([customerId]);
  await stripe.customers.del(customerId);
  expect([await listed(customer_email), await searched()]).toEqual([[], []]);
});
