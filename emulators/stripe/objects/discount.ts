import type { Coupon } from '../catalog.ts';
import { newId } from '../ids.ts';
import { monthsAfter } from '../lifecycle/periods.ts';
import { unix, unixOrNull } from '../time.ts';

/** Returns when a coupon's discount ends that begins now; null for one without an end. */
export const discountEnd = ({ duration_in_months: months }: Coupon, now: Date): Date | null =>
  months === null ? null : monthsAfter(now, months);

type Applied = { coupon: Coupon; promotionCode: string | null; customer: string; subscription: string; now: Date };

/** Returns the discount of a subscription that begins now. */
export const newDiscount = ({ coupon, promotionCode, customer, subscription, now }: Applied) => ({
  id: newId('di'),
  object: 'discount' as const,
  customer,
  end: unixOrNull(discountEnd(coupon, now)),
  promotion_code: promotionCode,
  source: { coupon: coupon.id, type: 'coupon' as const },
  start: unix(now),
  subscription,
});
export type AppliedDiscount = ReturnType<typeof newDiscount>;
