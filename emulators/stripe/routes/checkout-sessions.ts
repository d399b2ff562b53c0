import { z } from 'zod';
import { couponOf, isUsable } from '../catalog.ts';
import { endpoint, retrieval } from '../endpoint.ts';
import { invalid, resourceMissing, StripeError } from '../errors.ts';
import { expireCheckout } from '../lifecycle/due.ts';
import { listOf } from '../lists.ts';
import { newCheckoutSession, type StoredSession } from '../objects/checkout-session.ts';
import type { Discount } from '../objects/subscription.ts';
import {
  booleanText,
  count,
  locale,
  mergedMetadata,
  metadata,
  nonEmptyText,
  pagination,
  timestamp,
} from '../parameters.ts';
import { get, list, save } from '../store.ts';
import type { UnitOfWork } from '../work.ts';
import { activeCustomer } from './customers.ts';
import { hour } from '../../../src/lib/durations.ts';

const path = '/v1/checkout/sessions';
const lifetime = 24 * hour;

const url = nonEmptyText.refine((value) => URL.canParse(value.replace('{CHECKOUT_SESSION_ID}', 'x')));

const creation = {
  mode: z.literal('subscription'),
  ui_mode: z.literal('hosted_page').optional(),
  success_url: url,
  cancel_url: url.optional(),
  line_items: z.array(z.strictObject({ price: nonEmptyText, quantity: count.optional() })).length(1),
  customer: nonEmptyText.optional(),
  customer_email: nonEmptyText.optional(),
  client_reference_id: nonEmptyText.max(200).optional(),
  locale: locale.optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({
      trial_period_days: count.refine((days) => days >= 1 && days <= 730).optional(),
      metadata: metadata.optional(),
      description: nonEmptyText.max(500).optional(),
    })
    .optional(),
  discounts: z
    .array(z.strictObject({ coupon: nonEmptyText.optional(), promotion_code: nonEmptyText.optional() }))
    .max(1)
    .optional(),
  allow_promotion_codes: booleanText.optional(),
  payment_method_collection: z.literal('always').optional(),
  payment_method_types: z.array(z.literal('card')).length(1).optional(),
  expires_at: timestamp.optional(),
};
type Creation = z.output<z.ZodObject<typeof creation>>;

const onlyOneOf = (first: string, second: string): StripeError =>
  new StripeError(400, `You may only specify one of these parameters: ${first}, ${second}.`, { param: first });

/**
 * Returns the coupon of a checkout, and its promotion code if it has one.
 * @throws StripeError when the coupon or the code is unknown or expired.
 */
const discountOf = (work: UnitOfWork, given: Creation['discounts']): Discount => {
  const [discount] = given ?? [];
  if (discount === undefined) return { coupon: null, promotion_code: null };
  const { coupon, promotion_code: promotionCode } = discount;
  if (coupon !== undefined && promotionCode !== undefined) throw onlyOneOf('coupon', 'promotion_code');
  if (promotionCode === undefined) {
    if (coupon === undefined || couponOf(work.catalog, coupon) === undefined) {
      throw resourceMissing('coupon', coupon ?? '', 'discounts[0][coupon]');
    }
    return { coupon, promotion_code: null };
  }
  const promotion = work.catalog.promotionCodes.find(({ id }) => id === promotionCode);
  if (promotion === undefined) throw resourceMissing('promotion code', promotionCode, 'discounts[0][promotion_code]');
  if (!isUsable(promotion, work.now)) {
    throw new StripeError(400, 'This promotion code has expired.', {
      code: 'promotion_code_expired',
      param: 'discounts[0][promotion_code]',
    });
  }
  return { coupon: promotion.promotion.coupon, promotion_code: promotion.id };
};

const expiryOf = ({ now }: UnitOfWork, asked: Date | undefined): Date => {
  const expiresAt = asked ?? new Date(now.getTime() + lifetime);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead < hour / 2 || ahead > lifetime) {
    throw invalid('`expires_at` must be between 30 minutes and 24 hours from creation.', 'expires_at');
  }
  return expiresAt;
};

const create = async (work: UnitOfWork, input: Creation): Promise<StoredSession> => {
  const [item] = input.line_items;
  if (item?.price !== work.catalog.price.id) throw resourceMissing('price', item?.price ?? '', 'line_items[0][price]');
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw onlyOneOf('customer', 'customer_email');
  }
  if (input.discounts !== undefined && input.allow_promotion_codes !== undefined) {
    throw onlyOneOf('allow_promotion_codes', 'discounts');
  }
  if (input.customer !== undefined) await activeCustomer(work, input.customer, 'customer');
  const { subscription_data: bought } = input;
  const expiresAt = expiryOf(work, input.expires_at);
  const hidden = {
    quantity: item.quantity ?? 1,
    trial_days: bought?.trial_period_days ?? null,
    metadata: mergedMetadata({}, bought?.metadata),
    description: bought?.description ?? null,
    ...discountOf(work, input.discounts),
  };
  const given = { ...input, expiresAt, metadata: mergedMetadata({}, input.metadata) };
  return save(work.trx, { object: newCheckoutSession(work, hidden, given), hidden, due_at: expiresAt });
};

export const checkoutSessions = [
  endpoint('POST', path, creation, async (work, input) => (await create(work, input)).object),

  endpoint(
    'GET',
    path,
    {
      ...pagination,
      customer: nonEmptyText.optional(),
      subscription: nonEmptyText.optional(),
      status: nonEmptyText.optional(),
    },
    async ({ trx }, { customer, subscription, status, ...page }) => {
      const all = (await list(trx, 'checkout.session', customer)).map(({ object }) => object);
      const wanted = all.filter(
        (session) =>
          (subscription ?? session.subscription) === session.subscription &&
          (status ?? session.status) === session.status,
      );
      return listOf(path, wanted, page);
    },
  ),

  retrieval(path, 'checkout.session'),

  endpoint('POST', `${path}/:id/expire`, {}, async (work, _input, id) => {
    const session = await get(work.trx, 'checkout.session', id);
    const { status } = session.object;
    if (status !== 'open') {
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${status}.`);
    }
    return (await expireCheckout(work, session)).object;
  }),
];
