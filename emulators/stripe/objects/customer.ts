import { newId } from '../ids.ts';
import { initially, unix } from '../time.ts';

export type CustomerFields = {
  email: string | null;
  name: string | null;
};

export const newCustomer = (created: Date, fields: CustomerFields) => {
  const id = newId('cus');
  return {
    ...fields,
    id,
    object: 'customer' as const,
    created: unix(created),
    delinquent: false,
    invoice_settings: {
      default_payment_method: initially<string | null>(null),
    },
    livemode: false,
  };
};
export type Customer = ReturnType<typeof newCustomer>;

export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };

export const isDeleted = (customer: Customer | DeletedCustomer): customer is DeletedCustomer => 'deleted' in customer;
