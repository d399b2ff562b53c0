import { z } from 'zod';
import { couponOf, isUsable } from '../catalog.ts';
import { endpoint } from '../endpoint.ts';
import { invalid, resourceMissing, StripeError } from '../errors.ts';
import { newPageId } from '../ids.ts';
import { expireCheckout } from '../lifecycle/due.ts';
import { checkoutSessionWire } from '../lifecycle/wire.ts';
import { listOf } from '../lists.ts';
import { count, booleanText, mergedMetadata, metadata, timestamp, pagination, nonEmptyText } from '../parameters.ts';
import {
  addCheckoutSession,
  type CheckoutSessionRow,
  findCheckoutSession,
  listCheckoutSessions,
} from '../store/checkout-sessions.ts';
import type { UnitOfWork } from '../work.ts';
import { activeCustomer } from './customers.ts';
import { hour } from '../../../src/lib/durations.ts';

const path = '/v1/checkout/sessions';
const lifetime = 24 * hour;

/** A locale of `Checkout.Session.Locale`. The pages are in French if it begins with `fr`, otherwise in English. */
const locale = z.string().regex(/^(auto|[a-z]{2,3}(-([A-Z]{2}|419))?)$/);
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
const discountOf = (
  work: UnitOfWork,
  given: Creation['discounts'],
): Pick<CheckoutSessionRow, 'coupon' | 'promotion_code'> => {
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
  return { coupon: promotion.coupon, promotion_code: promotion.id };
};

const expiryOf = ({ now }: UnitOfWork, asked: Date | undefined): Date => {
  const expiresAt = asked ?? new Date(now.getTime() + lifetime);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead < hour / 2 || ahead > lifetime) {
    throw invalid('`expires_at` must be between 30 minutes and 24 hours from creation.', 'expires_at');
  }
  return expiresAt;
};

const create = async (work: UnitOfWork, input: Creation): Promise<CheckoutSessionRow> => {
  const [item] = input.line_items;
  if (item?.price !== work.catalog.price.id) throw resourceMissing('price', item?.price ?? '', 'line_items[0][price]');
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw onlyOneOf('customer', 'customer_email');
  }
  if (input.discounts !== undefined && input.allow_promotion_codes !== undefined) {
    throw onlyOneOf('allow_promotion_codes', 'discounts');
  }
  if (input.customer !== undefined) await activeCustomer(work, input.customer, 'customer');
  return addCheckoutSession(work.trx, {
    id: newPageId('cs'),
    created: work.now,
    expires_at: expiryOf(work, input.expires_at),
    status: 'open',
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    customer: input.customer ?? null,
    customer_email: input.customer_email ?? null,
    client_reference_id: input.client_reference_id ?? null,
    locale: input.locale ?? null,
    metadata: JSON.stringify(mergedMetadata({}, input.metadata)),
    quantity: item.quantity ?? 1,
    trial_days: input.subscription_data?.trial_period_days ?? null,
    subscription_metadata: JSON.stringify(mergedMetadata({}, input.subscription_data?.metadata)),
    subscription_description: input.subscription_data?.description ?? null,
    ...discountOf(work, input.discounts),
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    payer_email: null,
    payer_name: null,
    subscription: null,
    invoice: null,
  });
};

const sessionOf = async (work: UnitOfWork, id: string): Promise<CheckoutSessionRow> => {
  const session = await findCheckoutSession(work.trx, id);
  if (session === undefined) throw resourceMissing('checkout.session', id);
  return session;
};

export const checkoutSessions = [
  endpoint('POST', path, creation, async (work, input) => checkoutSessionWire(work, await create(work, input))),

  endpoint(
    'GET',
    path,
    {
      ...pagination,
      customer: nonEmptyText.optional(),
      subscription: nonEmptyText.optional(),
      status: nonEmptyText.optional(),
    },
    async (work, { customer, subscription, status, ...page }) => {
      const all = await listCheckoutSessions(work.trx);
      const wanted = all.filter(
        (session) =>
          (customer ?? session.customer) === session.customer &&
          (subscription ?? session.subscription) === session.subscription &&
          (status ?? session.status) === session.status,
      );
      return listOf(
        path,
        wanted.map((session) => checkoutSessionWire(work, session)),
        page,
      );
    },
  ),

  endpoint('GET', `${path}/:id`, {}, async (work, _input, id) => checkoutSessionWire(work, await sessionOf(work, id))),

  endpoint('POST', `${path}/:id/expire`, {}, async (work, _input, id) => {
    const session = await sessionOf(work, id);
    if (session.status !== 'open') {
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`);
    }
    return checkoutSessionWire(work, await expireCheckout(work, session));
  }),
];
