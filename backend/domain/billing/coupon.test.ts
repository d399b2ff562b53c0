import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPayer, type Payer } from '../../testing/payer.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { discountOf, normalizeCoupon } from './purchase.ts';
import { listedCoupon } from '../../testing/portal-parts.ts';

it.each([' WELCOME20', 'WELCOME20\n', '\u200BWELCOME20\u00A0', 'WELCOME\u00AD20'])(
  'reads the pasted coupon %j',
  (pasted) => {
    expect(normalizeCoupon(pasted)).toBe('WELCOME20');
  },
);

describe('a purchase without a coupon', () => {
  it('stores none', () => {
    expect(normalizeCoupon(undefined)).toBeNull();
  });

  it('counts as no guess and asks Stripe for nothing', async () => {
    const isOneTooMany = vi.fn(async () => false);
    const promotionCode = vi.fn(async () => null);
    expect(await discountOf(null, { couponIds: [], isOneTooMany, promotionCode })).toBeNull();
    expect(isOneTooMany).not.toHaveBeenCalled();
    expect(promotionCode).not.toHaveBeenCalled();
  });
});

describe('a coupon', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    api.stripe.promotionCodes.set('SPRING', 'promo_spring');
    api.stripe.coupons.add('STAFF100').add(listedCoupon);
  });
  afterAll(() => api.close());

  /** Returns the discount that is sent to Stripe for this coupon. */
  const orderWith = async (coupon: string) => {
    const payer = await createPayer(api);
    return api.stripe.orderOf(await payer.openPage({ coupon }));
  };

  it.each([
    ['accepts an active promotion code', 'SPRING', { promotionCode: 'promo_spring' }],
    ['accepts a listed coupon id', listedCoupon, { coupon: listedCoupon }],
  ])('%s', async (_title, coupon, discount) => {
    expect((await orderWith(coupon)).discount).toEqual(discount);
  });

  it.each(['STAFF100', '', 'NOBODY', 'x'.repeat(65), 'a b', '%00', '../../v1/coupons', "' or 1=1--", '🎁'])(
    'ignores an invalid coupon or that of the staff, and continues the purchase: %j',
    async (coupon) => {
      expect((await orderWith(coupon)).discount).toBeNull();
    },
  );

  it('leaves out a coupon that Stripe refuses at the last moment, and continues the purchase', async () => {
    api.stripe.coupons.delete(listedCoupon);
    const order = await orderWith(listedCoupon);
    api.stripe.coupons.add(listedCoupon);
    expect(order).toMatchObject({ discount: null, idempotencyKey: expect.stringMatching(/:undiscounted$/) });
  });

  it('ignores even a valid coupon after ten guesses in an hour, and continues the purchase', async () => {
    const payer = await createPayer(api);
    for (let guess = 0; guess < 10; guess += 1) await payer.openPage({ coupon: `GUESS${guess}` });
    expect(api.stripe.orderOf(await payer.openPage({ coupon: 'SPRING' })).discount).toBeNull();
    expect(api.events).toContainEqual({ kind: 'limit', action: 'coupon' });
    api.clock.advance(3_600_000);
    expect(api.stripe.orderOf(await payer.openPage({ coupon: 'SPRING', lang: 'fr' })).discount).not.toBeNull();
  });

  describe('with which a person came', () => {
    const couponOf = async (payer: Payer) => api.stripe.orderOf(await payer.openPage()).discount;

    it('stays for the first purchase, also on a page without it', async () => {
      const payer = await createPayer(api);
      await payer.openPage({ coupon: 'SPRING' });
      expect(await couponOf(payer)).toEqual({ promotionCode: 'promo_spring' });
      expect((await payer.status()).offer).toMatchObject({ discount: { coupon: 'SPRING', amount: 1039, months: 3 } });
    });

    it('stays although Stripe was away during the sign-up', async () => {
      const payer = await createPayer(api);
      api.stripe.state.away = true;
      await payer.purchase({ coupon: 'SPRING' });
      api.stripe.state.away = false;
      expect(await couponOf(payer)).toEqual({ promotionCode: 'promo_spring' });
    });

    it('is replaced by another valid one, and not by an invalid one', async () => {
      const payer = await createPayer(api);
      for (const coupon of ['NOBODY', 'SPRING', 'NOBODY']) await payer.openPage({ coupon });
      expect(await couponOf(payer)).toEqual({ promotionCode: 'promo_spring' });
      await payer.openPage({ coupon: listedCoupon });
      expect(await couponOf(payer)).toEqual({ coupon: listedCoupon });
    });

    it('is over with the first purchase', async () => {
      const payer = await createPayer(api);
      const { id } = api.stripe.pay(await payer.openPage({ coupon: 'SPRING' }));
      api.stripe.change(id, { status: 'ended' });
      await payer.refresh();
      expect(await couponOf(payer)).toBeNull();
      expect((await payer.status()).offer.discount).toBeUndefined();
    });
  });

  it('keeps the coupon for a person who leaves the payment page without paying', async () => {
    expect(new URL((await orderWith('SPRING')).cancelUrl).searchParams.get('coupon')).toBe('SPRING');
  });
});
