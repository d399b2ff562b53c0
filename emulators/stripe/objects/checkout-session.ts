import type { Catalog } from '../catalog.ts';
import { newPageId } from '../ids.ts';
import { checkoutAmounts } from '../lifecycle/amounts.ts';
import type { Context, Stored } from '../stored.ts';
import { initially, unix } from '../time.ts';
import type { Discount } from './subscription.ts';

/** What a checkout buys. Stripe does not return it before the subscription exists. */
export type Order = Discount & {
  quantity: number;
  trial_days: number | null;
  metadata: Record<string, string>;
};

/** Returns the fields that depend on a discount. The amounts are those that are charged on completion. */
const discountFields = (catalog: Catalog, order: Order) => {
  const { today } = checkoutAmounts(catalog, order);
  return {
    amount_subtotal: today.subtotal,
    amount_total: today.total,
    discounts:
      order.coupon === null
        ? []
        : [{ coupon: order.promotion_code === null ? order.coupon : null, promotion_code: order.promotion_code }],
    total_details: { amount_discount: today.discount, amount_shipping: 0, amount_tax: 0 },
  };
};

export const discounted = (catalog: Catalog, session: StoredSession, discount: Discount): StoredSession => {
  const hidden = { ...session.hidden, ...discount };
  return { ...session, object: { ...session.object, ...discountFields(catalog, hidden) }, hidden };
};

type Parameters = {
  expiresAt: Date;
  success_url: string;
  cancel_url?: string | undefined;
  customer?: string | undefined;
  customer_email?: string | undefined;
  client_reference_id?: string | undefined;
  locale?: string | undefined;
  allow_promotion_codes?: boolean | undefined;
};

export const newCheckoutSession = ({ catalog, now, publicUrl }: Context, order: Order, given: Parameters) => {
  const id = newPageId('cs');
  return {
    ...discountFields(catalog, order),
    id,
    object: 'checkout.session' as const,
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: unix(now),
    currency: catalog.price.currency,
    customer: given.customer ?? null,
    customer_creation: given.customer === undefined ? 'always' : null,
    customer_details: initially<ReturnType<typeof customerDetails> | null>(null),
    customer_email: given.customer_email ?? null,
    expires_at: unix(given.expiresAt),
    invoice: initially<string | null>(null),
    livemode: false,
    locale: given.locale ?? null,
    metadata: {},
    mode: 'subscription',
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: initially<'open' | 'complete' | 'expired'>('open'),
    subscription: initially<string | null>(null),
    success_url: given.success_url,
    ui_mode: 'hosted_page',
    url: initially<string | null>(`${publicUrl}/c/pay/${id}`),
  };
};
export type CheckoutSession = ReturnType<typeof newCheckoutSession>;
export type StoredSession = Stored<CheckoutSession, Order>;

/** Returns what the customer typed on the payment page. */
export const customerDetails = (email: string, name: string) => ({
  email,
  individual_name: name,
  name,
  tax_exempt: 'none',
});
