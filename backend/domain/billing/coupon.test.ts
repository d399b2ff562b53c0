import { describe, expect, it } from 'vitest';
import { createTestApi, createPayer, type Payer } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { normalizeCoupon } from './purchase.ts';
import { listedCoupon } from '../../testing/portal-parts.ts';

it.each([' WELCOME20', 'WELCOME20\n', '\u200BWELCOME20\u00A0', 'WELCOME\u00AD20'])(
  'reads the pasted coupon %j',
  (pasted) => {
    expect(normalizeCoupon(pasted)).toBe('WELCOME20');
  },
);

describe('a coupon', async () => {
  const api = await closeAfterAll(createTestApi());

  /** Returns the discount that is sent to Stripe for this coupon. */
  const orderWith = async (coupon: string) => {
    const payer = await createPayer(api);
    return api.stripe.orderOf(await payer.openPage({ coupon }));
  };

  it.each([
    ['accepts an active promotion code', 'WELCOME20', { coupon: listedCoupon, code: 'WELCOME20' }],
    ['accepts a listed coupon id', listedCoupon, { coupon: listedCoupon, code: null }],
  ])('%s', async (_title, coupon, discount) => {
    expect(await orderWith(coupon)).toMatchObject(discount);
  });

  it.each(['staff_free', '', 'NOBODY', 'x'.repeat(65), 'a b', '%00', '../../v1/coupons', "' or 1=1--", '🎁'])(
    'ignores an invalid coupon or that of the staff, and continues the purchase: %j',
    async (coupon) => {
      expect((await orderWith(coupon)).coupon).toBeNull();
    },
  );

  it.each(['FIRST20', 'OWN20', 'LARGE20', 'BOOKS20'])(
    'with a restriction is not in the offer, because the payment page does not give it to everybody: %s',
    async (coupon) => {
      const payer = await createPayer(api);
      expect((await api.stripe.orderOf(await payer.openPage({ coupon }))).coupon).toBeNull();
      expect((await payer.status()).offer.discount).toBeUndefined();
      expect(await api.portal.billing.visitorOffer(coupon, '203.0.113.9')).not.toHaveProperty('discount');
    },
  );

  it('leaves out a coupon that Stripe refuses at the last moment, and continues the purchase', async () => {
    api.stripe.fail(/discounts/, 'coupon_expired');
    const order = await orderWith(listedCoupon);
    api.stripe.heal(/discounts/);
    expect(order.coupon).toBeNull();
  });

  it('ignores even a valid coupon after ten guesses in an hour, of which a page without one is none', async () => {
    const payer = await createPayer(api);
    const couponWith = async (purchase: object) => (await api.stripe.orderOf(await payer.openPage(purchase))).coupon;
    await payer.openPage();
    for (let guess = 0; guess < 9; guess += 1) await payer.openPage({ coupon: `GUESS${guess}` });
    expect(await couponWith({ coupon: 'WELCOME20' })).toBe(listedCoupon);
    expect(await couponWith({ coupon: 'WELCOME20', lang: 'fr' })).toBeNull();
    expect(api.events).toContainEqual({ kind: 'limit', action: 'coupon' });
    api.clock.advance(3_600_000);
    expect(await couponWith({ coupon: 'WELCOME20', lang: 'en' })).toBe(listedCoupon);
  });

  describe('with which a person came', () => {
    const couponOf = async (payer: Payer) => {
      const { coupon, code } = await api.stripe.orderOf(await payer.openPage());
      return coupon === null ? null : { coupon, code };
    };

    it('stays for the first purchase, also on a page without it', async () => {
      const payer = await createPayer(api);
      await payer.openPage({ coupon: 'WELCOME20' });
      expect(await couponOf(payer)).toEqual({ coupon: listedCoupon, code: 'WELCOME20' });
      expect((await payer.status()).offer).toMatchObject({ discount: { coupon: 'WELCOME20', amount: 799, months: 3 } });
    });

    it('stays although Stripe was away during the sign-up', async () => {
      const payer = await createPayer(api);
      api.stripe.fail();
      await payer.purchase({ coupon: 'WELCOME20' });
      api.stripe.heal();
      expect(await couponOf(payer)).toEqual({ coupon: listedCoupon, code: 'WELCOME20' });
    });

    it('is replaced by another valid one, and not by an invalid one', async () => {
      const payer = await createPayer(api);
      for (const coupon of ['NOBODY', 'WELCOME20', 'NOBODY']) await payer.openPage({ coupon });
      expect(await couponOf(payer)).toEqual({ coupon: listedCoupon, code: 'WELCOME20' });
      await payer.openPage({ coupon: listedCoupon });
      expect(await couponOf(payer)).toEqual({ coupon: listedCoupon, code: null });
    });

    it('is over with the first purchase', async () => {
      const payer = await createPayer(api);
      const { id } = await api.stripe.pay(await payer.openPage({ coupon: 'WELCOME20' }));
      await api.stripe.change(id, { status: 'ended' });
      await payer.refresh();
      expect(await couponOf(payer)).toBeNull();
      expect((await payer.status()).offer.discount).toBeUndefined();
    });
  });

  it('keeps the coupon for a person who leaves the payment page without paying', async () => {
    expect(new URL((await orderWith('WELCOME20')).cancel_url).searchParams.get('coupon')).toBe('WELCOME20');
  });
});
