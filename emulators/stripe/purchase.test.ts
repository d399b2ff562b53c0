import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  declinedCard,
  failingCard,
  goodCard,
  order,
  orderWithoutTrial,
  type RunningStripeSimulator,
  startStripeSimulator,
  subscriptionOf,
} from '../../backend/testing/stripe-simulator.ts';

let simulator: RunningStripeSimulator;
beforeAll(async () => {
  simulator = await startStripeSimulator();
});
afterAll(() => simulator.close());

const day = 86_400;

describe('a checkout', () => {
  it('creates a checkout that is open for 24 hours and has no customer', async () => {
    const session = await simulator.stripe.checkout.sessions.create(order);
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      customer: null,
      subscription: null,
      client_reference_id: 'user-1',
      url: `http://localhost:4175/c/pay/${session.id}`,
    });
    expect(session.expires_at - session.created).toBe(day);
  });

  it('starts a trial of seven days when a checkout is paid, and redirects to the success address', async () => {
    const session = await simulator.stripe.checkout.sessions.create(order);
    const answer = await simulator.post(simulator.pathOf(session.url), goodCard);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`http://localhost:4173/confirmation?checkout=${session.id}`);
    const paid = await simulator.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription', 'customer'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      url: null,
      customer: { email: 'marie@example.com' },
    });
    const subscription = subscriptionOf(paid);
    expect(subscription).toMatchObject({
      status: 'trialing',
      metadata: { userID: 'user-1', portal: 'http://localhost:4173' },
      items: { data: [{ price: { unit_amount: 999, recurring: { interval: 'month' } } }] },
    });
    expect((subscription.trial_end ?? 0) - subscription.created).toBe(7 * day);
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end);
  });

  it('charges the price at once without a trial', async () => {
    const paid = await simulator.buy(goodCard, orderWithoutTrial);
    expect(paid).toMatchObject({ payment_status: 'paid', amount_total: 999 });
    expect(subscriptionOf(paid).status).toBe('active');
  });

  it.each([
    ['a declined card', declinedCard, order],
    ['a card that fails when it is charged, without a trial', failingCard, orderWithoutTrial],
  ])('keeps a checkout open after %s, and accepts another card', async (_card, card, params) => {
    const session = await simulator.stripe.checkout.sessions.create(params);
    const answer = await simulator.post(simulator.pathOf(session.url), card);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('La carte a été refusée.');
    expect(await simulator.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      customer: null,
    });
    expect((await simulator.post(simulator.pathOf(session.url), goodCard)).status).toBe(303);
  });

  it('uses the existing customer for another purchase', async () => {
    const first = await simulator.buy(goodCard, { ...order, customer_email: 'back@example.com' });
    const { customer_email: _email, ...rest } = orderWithoutTrial;
    const again = await simulator.buy(goodCard, { ...rest, customer: String(first.customer) });
    expect(again.customer).toBe(first.customer);
    const { data } = await simulator.stripe.subscriptions.list({ customer: String(first.customer), status: 'all' });
    expect(data).toHaveLength(2);
  });

  it('rejects the payment of an expired checkout', async () => {
    const session = await simulator.stripe.checkout.sessions.create(order);
    expect(await simulator.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    expect((await simulator.post(simulator.pathOf(session.url), goodCard)).status).toBe(410);
    await expect(simulator.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a discount', () => {
  it('applies the discount of a promotion code', async () => {
    const { data } = await simulator.stripe.promotionCodes.list({ code: 'welcome20', active: true });
    const paid = await simulator.buy(goodCard, {
      ...orderWithoutTrial,
      discounts: [{ promotion_code: data[0]?.id ?? '' }],
    });
    expect(paid).toMatchObject({ amount_subtotal: 999, amount_total: 799 });
  });

  it('rejects an unknown coupon as missing, and an old promotion code as expired', async () => {
    const { sessions } = simulator.stripe.checkout;
    await expect(sessions.create({ ...order, discounts: [{ coupon: 'nothing' }] })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    });
    await expect(
      sessions.create({ ...order, discounts: [{ promotion_code: 'promo_lastyear' }] }),
    ).rejects.toMatchObject({
      code: 'promotion_code_expired',
    });
    expect((await simulator.stripe.promotionCodes.list({ code: 'LASTYEAR', active: true })).data).toEqual([]);
  });
});
