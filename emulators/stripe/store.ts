import { type Kysely, sql } from 'kysely';
import { resourceMissing } from './errors.ts';
import type { PortalSession } from './objects/billing-portal.ts';
import type { Card } from './objects/card.ts';
import type { StoredSession } from './objects/checkout-session.ts';
import { type Customer, type DeletedCustomer, isDeleted } from './objects/customer.ts';
import type { AppliedDiscount } from './objects/discount.ts';
import type { Event } from './objects/event.ts';
import type { StoredInvoice } from './objects/invoice.ts';
import type { Refund } from './objects/refund.ts';
import type { StoredSubscription } from './objects/subscription.ts';
import type { StripeTables } from './schema.ts';
import type { Stored } from './stored.ts';

type Kinds = {
  'billing_portal.session': Stored<PortalSession>;
  'checkout.session': StoredSession;
  customer: Stored<Customer | DeletedCustomer>;
  discount: Stored<AppliedDiscount>;
  event: Stored<Event>;
  invoice: StoredInvoice;
  payment_method: Stored<Card>;
  refund: Stored<Refund>;
  subscription: StoredSubscription;
};
export type Kind = keyof Kinds;
type Database = Kysely<StripeTables>;

/** Adds an object, or replaces the stored one. Returns what is stored. */
export const save = async <
  StripeObject extends { id: string; object: Kind; customer?: string | null },
  Hidden extends object,
>(
  trx: Database,
  stored: Stored<StripeObject, Hidden>,
): Promise<Stored<StripeObject, Hidden>> => {
  const { id, object: kind, customer = null } = stored.object;
  const columns = {
    customer,
    due_at: stored.due_at,
    object: JSON.stringify(stored.object),
    hidden: JSON.stringify(stored.hidden),
  };
  await trx
    .insertInto('simulated_stripe.objects')
    .values({ id, kind, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
  return stored;
};

/** Stores an object that has no scheduled change, and of which the simulator remembers nothing else. */
export const saveObject = async <StripeObject extends { id: string; object: Kind; customer?: string | null }>(
  trx: Database,
  object: StripeObject,
): Promise<StripeObject> => {
  await save(trx, { object, hidden: {}, due_at: null });
  return object;
};

const selected = sql`select object, hidden, due_at from simulated_stripe.objects`;

export const find = async <K extends Kind>(trx: Database, kind: K, id: string): Promise<Kinds[K] | undefined> =>
  (await sql<Kinds[K]>`${selected} where kind = ${kind} and id = ${id}`.execute(trx)).rows[0];

/** Returns a customer who is not deleted. */
export const findCustomer = async (trx: Database, id: string | null): Promise<Customer | undefined> => {
  const found = id === null ? undefined : (await find(trx, 'customer', id))?.object;
  return found === undefined || isDeleted(found) ? undefined : found;
};

/**
 * Returns a customer who is not deleted.
 * @param param the name of the parameter with the id; without it, the id was in the path
 * @throws StripeError when the customer is unknown or deleted
 */
export const activeCustomer = async (trx: Database, id: string, param?: string): Promise<Customer> => {
  const customer = await findCustomer(trx, id);
  if (customer === undefined) throw resourceMissing('customer', id, param);
  return customer;
};

/** @throws StripeError when the id is unknown. */
export const get = async <K extends Kind>(trx: Database, kind: K, id: string): Promise<Kinds[K]> => {
  const found = await find(trx, kind, id);
  if (found === undefined) throw resourceMissing(kind, id);
  return found;
};

/** Returns the objects of a kind, newest first: all, or those of a customer. */
export const list = async <K extends Kind>(trx: Database, kind: K, customer?: string): Promise<Kinds[K][]> => {
  const ofCustomer = customer === undefined ? sql`` : sql`and customer = ${customer}`;
  return (await sql<Kinds[K]>`${selected} where kind = ${kind} ${ofCustomer} order by seq desc`.execute(trx)).rows;
};

/** Returns the object of a kind whose next change became due first, or undefined if none is due. */
export const firstDue = async <K extends Kind>(trx: Database, kind: K, now: Date): Promise<Kinds[K] | undefined> =>
  (await sql<Kinds[K]>`${selected} where kind = ${kind} and due_at <= ${now} order by due_at, seq limit 1`.execute(trx))
    .rows[0];

/** Returns the newest events first, at most a thousand. */
export const latestEvents = async (trx: Database, limit = 1_000): Promise<Event[]> => {
  const { rows } = await sql<Stored<Event>>`${selected} where kind = 'event' order by seq desc limit ${limit}`.execute(
    trx,
  );
  return rows.map(({ object }) => object);
};

export const timesRedeemed = async (trx: Database, field: 'coupon' | 'promotion_code', id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from simulated_stripe.objects
    where kind = 'subscription' and hidden->>${field} = ${id}`.execute(trx);
  return rows[0]?.count ?? 0;
};
