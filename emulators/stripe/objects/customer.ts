import { newId } from '../ids.ts';
import { initially, unix } from '../time.ts';

export type CustomerFields = {
  email: string | null;
  name: string | null;
  description: string | null;
  metadata: Record<string, string>;
};

export const newCustomer = (created: Date, fields: CustomerFields) => {
  const id = newId('cus');
  return {
    ...fields,
    id,
    object: 'customer' as const,
    address: null,
    balance: 0,
    created: unix(created),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: initially<string | null>(null),
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
};
export type Customer = ReturnType<typeof newCustomer>;

export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };

export const isDeleted = (customer: Customer | DeletedCustomer): customer is DeletedCustomer => 'deleted' in customer;
