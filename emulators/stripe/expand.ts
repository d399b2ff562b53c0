import { resourceMissing, StripeError } from './parameters.ts';
import { couponOf } from './catalog.ts';
import { paymentsOf } from './objects/subscription.ts';
import { find, type Kind } from './store.ts';
import type { UnitOfWork } from './work.ts';

type Page = { limit?: number | undefined; starting_after?: string | undefined };

/**
 * Returns one page of a list. `all` must be sorted, newest first.
 * @throws StripeError when the cursor is unknown.
 */
export const listOf = <T extends { id: string }>(url: string, all: readonly T[], page: Page = {}) => {
  const limit = page.limit ?? 10;
  const start = page.starting_after === undefined ? 0 : all.findIndex(({ id }) => id === page.starting_after) + 1;
  if (page.starting_after !== undefined && start === 0) {
    throw resourceMissing('object', page.starting_after, 'starting_after');
  }
  return { object: 'list' as const, url, has_more: all.length > start + limit, data: all.slice(start, start + limit) };
};

type Wire = Record<string, unknown>;
const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null && !Array.isArray(value);

const kinds: Readonly<Record<string, Kind>> = { cus: 'customer', sub: 'subscription', in: 'invoice', di: 'discount' };

/** Returns the object with an id. The prefix before the underscore is its type. */
const resolved = async ({ trx, catalog }: UnitOfWork, id: string): Promise<object | undefined> => {
  const coupon = couponOf(catalog, id);
  if (coupon !== undefined) return coupon;
  const kind = kinds[id.split('_')[0] ?? ''];
  return kind && (await find(trx, kind, id))?.object;
};

/** Returns a field that a response contains only if `expand` names it. */
const included = async ({ trx }: UnitOfWork, object: Wire, field: string): Promise<object | undefined> => {
  const { object: kind, id } = object;
  if (kind !== 'invoice' || field !== 'payments' || typeof id !== 'string') return undefined;
  const invoice = await find(trx, kind, id);
  return invoice && listOf(`/v1/invoice_payments?invoice=${id}`, paymentsOf(invoice));
};

const refuse = (path: string): StripeError =>
  new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });

const isListOfIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((member) => typeof member === 'string');

const memberOf = async (work: UnitOfWork, id: string, path: string): Promise<object> => {
  const found = await resolved(work, id);
  if (found === undefined) throw refuse(path);
  return found;
};

const expandOne = async (work: UnitOfWork, object: Wire, steps: readonly string[], path: string): Promise<void> => {
  const [field, ...rest] = steps;
  if (field === undefined) return;
  // The id is text, too, but it names the object itself.
  if (field === 'id') throw refuse(path);
  const value = object[field];
  // A null field stays null. This is no error.
  if (value === null) return;
  if (isListOfIds(value)) object[field] = await Promise.all(value.map((id) => memberOf(work, id, path)));
  else if (typeof value === 'string' || value === undefined) {
    const found = typeof value === 'string' ? await resolved(work, value) : await included(work, object, field);
    if (found === undefined) throw refuse(path);
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
