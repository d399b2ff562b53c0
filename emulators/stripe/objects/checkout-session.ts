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
  description: string | null;
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
  metadata: Record<string, string>;
};

export const newCheckoutSession = ({ catalog, now, publicUrl }: Context, order: Order, given: Parameters) => {
  const id = newPageId('cs');
  return {
    ...discountFields(catalog, order),
    id,
    object: 'checkout.session' as const,
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: unix(now),
    currency: catalog.price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: given.customer ?? null,
    customer_account: null,
    customer_creation: given.customer === undefined ? 'always' : null,
    customer_details: initially<ReturnType<typeof customerDetails> | null>(null),
    customer_email: given.customer_email ?? null,
    expires_at: unix(given.expiresAt),
    integration_identifier: null,
    invoice: initially<string | null>(null),
    invoice_creation: null,
    livemode: false,
    locale: given.locale ?? null,
    managed_payments: { enabled: false },
    metadata: given.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: initially<'open' | 'complete' | 'expired'>('open'),
    submit_type: null,
    subscription: initially<string | null>(null),
    success_url: given.success_url,
    ui_mode: 'hosted_page',
    url: initially<string | null>(`${publicUrl}/c/pay/${id}`),
    wallet_options: null,
  };
};
export type CheckoutSession = ReturnType<typeof newCheckoutSession>;
export type StoredSession = Stored<CheckoutSession, Order>;

/** Returns what the customer typed on the payment page. */
export const customerDetails = (email: string, name: string) => ({
  address: null,
  business_name: null,
  email,
  individual_name: name,
  name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});
