import type { CustomerRow } from '../store/customers.ts';
import { unix } from './time.ts';

export const customerObject = (customer: CustomerRow) => ({
  id: customer.id,
  object: 'customer',
  address: null,
  balance: 0,
  created: unix(customer.created),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: customer.description,
  discount: null,
  email: customer.email,
  invoice_prefix: customer.id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: customer.default_payment_method,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

export const deletedCustomerObject = ({ id }: CustomerRow) => ({ id, object: 'customer', deleted: true });
