import { StripeError } from './errors.ts';
import { productObject } from './formatters/catalog.ts';
import { customerObject, deletedCustomerObject } from './formatters/customer.ts';
import { paymentsOf } from './formatters/invoice.ts';
import { invoiceWire, subscriptionWire } from './lifecycle/wire.ts';
import { findCustomer } from './store/customers.ts';
import { findInvoice } from './store/invoices.ts';
import { findSubscription } from './store/subscriptions.ts';
import type { UnitOfWork } from './work.ts';

type Wire = Record<string, unknown>;
const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the object with an id. The prefix before the underscore is its type. */
const resolved = async (work: UnitOfWork, id: string): Promise<object | null> => {
  switch (id.split('_')[0]) {
    case 'cus': {
      const row = await findCustomer(work.trx, id);
      return row === undefined ? null : row.deleted ? deletedCustomerObject(row) : customerObject(row);
    }
    case 'sub': {
      const row = await findSubscription(work.trx, id);
      return row === undefined ? null : subscriptionWire(work, row);
    }
    case 'in': {
      const row = await findInvoice(work.trx, 'id', id);
      return row === undefined ? null : invoiceWire(work, row);
    }
    case 'prod':
      return productObject(work.catalog);
    default:
      return null;
  }
};

/** Returns a field that a response contains only if `expand` names it. */
const included = async (work: UnitOfWork, object: Wire, field: string): Promise<object | null> => {
  if (object['object'] !== 'invoice' || field !== 'payments' || typeof object['id'] !== 'string') return null;
  const row = await findInvoice(work.trx, 'id', object['id']);
  return row === undefined ? null : paymentsOf(work.catalog, row);
};

const refuse = (path: string): StripeError =>
  new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });

const expandOne = async (work: UnitOfWork, object: Wire, steps: readonly string[], path: string): Promise<void> => {
  const [field, ...rest] = steps;
  if (field === undefined) return;
  const value = object[field];
  // A null field stays null. This is no error.
  if (value === null) return;
  if (typeof value === 'string' || value === undefined) {
    const found = typeof value === 'string' ? await resolved(work, value) : await included(work, object, field);
    if (found === null) throw refuse(path);
    object[field] = found;
  } else if (rest.length === 0) throw refuse(path);
  const next = object[field];
  for (const member of Array.isArray(next) ? next : [next]) {
    if (!isWire(member)) throw refuse(path);
    await expandOne(work, member, rest, path);
  }
};

/** Replaces the ids at paths such as `data.customer` and `latest_invoice.payments` by their objects. */
export const expandAll = async (work: UnitOfWork, response: object, paths: readonly string[]): Promise<object> => {
  if (paths.length === 0) return response;
  const copy: unknown = structuredClone(response);
  if (!isWire(copy)) return response;
  for (const path of paths) await expandOne(work, copy, path.split('.'), path);
  return copy;
};
