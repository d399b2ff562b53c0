import { type RawBuilder, sql } from 'kysely';
import { createTables, type EmulatorDatabase as Database } from '../database.ts';
import type { InvoiceItem, StoredInvoice, StoredRefund } from './invoice-objects.ts';
import {
  type Customer,
  type DeletedCustomer,
  due,
  type Event,
  hidden,
  type PortalSession,
  type Schedule,
  type StoredSession,
  type StoredSubscription,
} from './objects.ts';
import { resourceMissing } from './parameters.ts';

const seq = 'seq bigint generated always as identity';

/**
 * The tables. The simulator creates them itself, so the portal's migrations do not depend on it.
 * - `settings.ahead`: the difference between simulated and real time, in seconds
 * - `objects`: Stripe's objects, as the API returns them. `kind` is their field `object`, `seq` the sort key of lists:
 *   `created` has whole seconds only, so it cannot sort objects of the same second. `due_at` and `hidden` are what the
 *   objects have under the symbols `due` and `hidden`.
 * - `deliveries.due_at`: the real time of the next attempt, not the simulated time
 */
const statements = [
  `create schema if not exists stripe_emulator`,
  `create table if not exists stripe_emulator.settings (id int primary key, ahead bigint not null)`,
  `insert into stripe_emulator.settings values (1, 0) on conflict do nothing`,
  `create table if not exists stripe_emulator.objects (id text primary key, ${seq}, kind text not null,
    customer text, due_at timestamptz, object jsonb not null, hidden jsonb not null)`,
  `create index if not exists objects_of_kind on stripe_emulator.objects (kind, customer, seq)`,
  `create index if not exists objects_by_due on stripe_emulator.objects (due_at) where due_at is not null`,
  `create table if not exists stripe_emulator.deliveries (${seq} primary key, event text not null,
    due_at timestamptz not null, attempts int not null)`,
];

export const createStripeSchema = (database: Database): Promise<void> => createTables(database, statements);

type Kinds = {
  'billing_portal.session': PortalSession;
  'checkout.session': StoredSession;
  customer: Customer | DeletedCustomer;
  event: Event;
  /** Not an object of Stripe: the response to the first call with an idempotency key. */
  idempotent_response: { id: string; object: 'idempotent_response'; fingerprint: string; body: object };
  invoice: StoredInvoice;
  invoiceitem: InvoiceItem;
  refund: StoredRefund;
  subscription: StoredSubscription;
  subscription_schedule: Schedule;
};
export type Kind = keyof Kinds;

type Storable = { id: string; object: Kind; customer?: string | null; [hidden]?: object; [due]?: Date | null };

/** Adds an object, or replaces the stored one. Returns what is stored. */
export const save = async <StripeObject extends Storable>(
  trx: Database,
  object: StripeObject,
): Promise<StripeObject> => {
  const { id, object: kind, customer = null, [due]: dueAt = null, [hidden]: unseen = {} } = object;
  await sql`insert into stripe_emulator.objects (id, kind, customer, due_at, object, hidden)
    values (${id}, ${kind}, ${customer}, ${dueAt}, ${JSON.stringify(object)}, ${JSON.stringify(unseen)})
    on conflict (id) do update set customer = excluded.customer, due_at = excluded.due_at, object = excluded.object,
    hidden = excluded.hidden`.execute(trx);
  return object;
};

export const remove = async (trx: Database, id: string): Promise<void> => {
  await sql`delete from stripe_emulator.objects where id = ${id}`.execute(trx);
};

const read = async <K extends Kind>(trx: Database, kind: K, which: RawBuilder<unknown>): Promise<Kinds[K][]> => {
  const { rows } = await sql<{ object: Kinds[K]; hidden: object; due_at: Date | null }>`select object, hidden, due_at
    from stripe_emulator.objects where kind = ${kind} ${which} order by seq desc`.execute(trx);
  return rows.map((row) => ({ ...row.object, [hidden]: row.hidden, [due]: row.due_at }));
};

export const find = async <K extends Kind>(trx: Database, kind: K, id: string): Promise<Kinds[K] | undefined> =>
  (await read(trx, kind, sql`and id = ${id}`))[0];

/** Returns the objects of a kind, newest first: all, or those of a customer. */
export const list = <K extends Kind>(trx: Database, kind: K, customer?: string): Promise<Kinds[K][]> =>
  read(trx, kind, customer === undefined ? sql`` : sql`and customer = ${customer}`);

/**
 * @param param the name of the parameter with the id; without it, the id was in the path
 * @throws StripeError when the id is unknown
 */
export const get = async <K extends Kind>(trx: Database, kind: K, id: string, param?: string): Promise<Kinds[K]> => {
  const found = await find(trx, kind, id);
  if (found === undefined) throw resourceMissing(kind, id, param);
  return found;
};

/** Returns a customer who is not deleted. */
export const findCustomer = async (trx: Database, id: string | null): Promise<Customer | undefined> => {
  const found = id === null ? undefined : await find(trx, 'customer', id);
  return found === undefined || 'deleted' in found ? undefined : found;
};

/** The same for a customer, who must not be deleted either. */
export const activeCustomer = async (trx: Database, id: string, param?: string): Promise<Customer> => {
  const customer = await findCustomer(trx, id);
  if (customer === undefined) throw resourceMissing('customer', id, param);
  return customer;
};

type Due = { kind: 'subscription' | 'invoice' | 'refund'; id: string; due_at: Date };

/** Returns the object whose next change became due first, or undefined if none is due. */
export const firstDue = async (trx: Database, now: Date): Promise<Due | undefined> => {
  const found = sql<Due>`select kind, id, due_at from stripe_emulator.objects where due_at <= ${now}
    order by due_at, seq limit 1`;
  return (await found.execute(trx)).rows[0];
};
