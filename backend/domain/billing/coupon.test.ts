import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listedCoupon } from '../../testing/fake-stripe.ts';
import { createPayer } from '../../testing/payer.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

describe('a coupon', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    api.stripe.promotionCodes.set('SPRING', 'promo_spring');
    api.stripe.coupons.add('STAFF100').add(listedCoupon);
  });
  afterAll(() => api.close());

  /** What Stripe is asked for when somebody names this coupon. */
  const orderWith = async (coupon: string) => {
    const payer = await createPayer(api);
    return api.stripe.orderOf(await payer.openPage({ coupon }));
  };

  it('an active promotion code counts', async () => {
    expect((await orderWith('SPRING')).discount).toEqual({ promotionCode: 'promo_spring' });
  });

  it('a listed coupon id counts', async () => {
    expect((await orderWith(listedCoupon)).discount).toEqual({ coupon: listedCoupon });
  });

  it('a staff coupon id is ignored, purchase goes on', async () => {
    expect((await orderWith('STAFF100')).discount).toBeNull();
  });

  it.each(['', 'NOBODY', 'x'.repeat(65), 'a b', '%00', '\0', '../../v1/coupons', "' or 1=1--", '🎁'])(
    'what is none never blocks: %j',
    async (coupon) => {
      expect((await orderWith(coupon)).discount).toBeNull();
    },
  );

  it('one that Stripe refuses in between is left out, and the purchase goes on', async () => {
    api.stripe.coupons.delete(listedCoupon);
    const order = await orderWith(listedCoupon);
    api.stripe.coupons.add(listedCoupon);
    expect(order).toMatchObject({ discount: null, idempotencyKey: expect.stringMatching(/:undiscounted$/) });
  });

  it('after ten guesses in an hour even a good one is ignored, and the purchase goes on', async () => {
    const payer = await createPayer(api);
    for (let guess = 0; guess < 10; guess += 1) await payer.openPage({ coupon: `GUESS${guess}` });
    expect(api.stripe.orderOf(await payer.openPage({ coupon: 'SPRING' })).discount).toBeNull();
    expect(api.events).toContainEqual({ kind: 'limit', action: 'coupon' });
    api.clock.advance(3_600_000);
    expect(api.stripe.orderOf(await payer.openPage({ coupon: 'SPRING', lang: 'fr' })).discount).not.toBeNull();
  });

  it('comes back with the person who leaves the page without paying', async () => {
    expect(new URL((await orderWith('SPRING')).cancelUrl).searchParams.get('coupon')).toBe('SPRING');
  });
});
