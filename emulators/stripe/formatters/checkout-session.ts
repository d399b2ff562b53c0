import type { Amounts } from '../lifecycle/amounts.ts';
import type { CheckoutSessionRow } from '../store/checkout-sessions.ts';
import { unix } from './time.ts';

/** Returns the payment status. A trial and a full discount need no payment today. */
const paymentStatus = (session: CheckoutSessionRow, dueToday: number): string => {
  if (session.status === 'complete') return dueToday === 0 ? 'no_payment_required' : 'paid';
  return 'unpaid';
};

/** Returns a checkout session. `today` contains the amounts that are charged when it is completed. */
export const checkoutSessionObject = (
  session: CheckoutSessionRow,
  { url, currency, today }: { url: string; currency: string; today: Amounts },
) => ({
  id: session.id,
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: session.allow_promotion_codes,
  allowed_payment_method_types: null,
  amount_subtotal: today.subtotal,
  amount_total: today.total,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: session.cancel_url,
  client_reference_id: session.client_reference_id,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: unix(session.created),
  currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: session.customer,
  customer_account: null,
  customer_creation: session.customer === null || session.payer_email !== null ? 'always' : null,
  customer_details:
    session.payer_email === null
      ? null
      : {
          address: null,
          business_name: null,
          email: session.payer_email,
          individual_name: session.payer_name,
          name: session.payer_name,
          phone: null,
          tax_exempt: 'none',
          tax_ids: [],
        },
  customer_email: session.customer_email,
  discounts:
    session.coupon === null
      ? []
      : [
          session.promotion_code === null
            ? { coupon: session.coupon, promotion_code: null }
            : { coupon: null, promotion_code: session.promotion_code },
        ],
  expires_at: unix(session.expires_at),
  integration_identifier: null,
  invoice: session.invoice,
  invoice_creation: null,
  livemode: false,
  locale: session.locale,
  managed_payments: { enabled: false },
  metadata: session.metadata,
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  payment_status: paymentStatus(session, today.total),
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
  status: session.status,
  submit_type: null,
  subscription: session.subscription,
  success_url: session.success_url,
  total_details: { amount_discount: today.discount, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: session.status === 'open' ? url : null,
  wallet_options: null,
});
