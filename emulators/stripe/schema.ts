import type { ColumnType, Generated, Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

/** A jsonb column. It is written as JSON text, because pg does not write a JavaScript array as jsonb. */
type Json<T> = ColumnType<T, string, string>;

export type StripeTables = {
  'simulated_stripe.settings': {
    id: number;
    /** The difference between simulated and real time, in seconds. */
    ahead: number;
    duplicate: number;
    shuffle: boolean;
    delay: number;
  };
  /** Stripe's objects, as the API returns them. `store.ts` reads and writes them. */
  'simulated_stripe.objects': {
    id: string;
    /** The sort key of lists. `created` has whole seconds only, so it cannot sort objects of the same second. */
    seq: Generated<number>;
    /** The field `object` of the object. */
    kind: string;
    customer: string | null;
    /** The simulated time of the next scheduled change. */
    due_at: Date | null;
    object: Json<object>;
    /** What the simulator must remember, and Stripe does not return. */
    hidden: Json<object>;
  };
  'simulated_stripe.deliveries': {
    seq: Generated<number>;
    event: string;
    /** The real time of the next attempt, not the simulated time. */
    due_at: Date;
    attempts: number;
    delivered_at: Date | null;
    /** The HTTP status of the last response, or null if there was none. */
    status: number | null;
  };
  'simulated_stripe.idempotent_responses': {
    key: string;
    fingerprint: string;
    body: Json<object>;
    created: Date;
  };
};

const seq = 'seq bigint generated always as identity';

/** The tables. The simulator creates them itself, so the portal's migrations do not depend on it. */
const statements = [
  `create schema if not exists simulated_stripe`,
  `create table if not exists simulated_stripe.settings (id int primary key, ahead bigint not null,
    duplicate int not null, shuffle boolean not null, delay int not null)`,
  `insert into simulated_stripe.settings values (1, 0, 0, false, 0) on conflict do nothing`,
  `create table if not exists simulated_stripe.objects (id text primary key, ${seq}, kind text not null,
    customer text, due_at timestamptz, object jsonb not null, hidden jsonb not null)`,
  `create index if not exists objects_of_kind on simulated_stripe.objects (kind, customer, seq)`,
  `create index if not exists objects_by_due on simulated_stripe.objects (due_at) where due_at is not null`,
  `create table if not exists simulated_stripe.deliveries (${seq} primary key, event text not null,
    due_at timestamptz not null, attempts int not null, delivered_at timestamptz, status int)`,
  `create index if not exists deliveries_open on simulated_stripe.deliveries (due_at) where delivered_at is null`,
  `create table if not exists simulated_stripe.idempotent_responses (key text primary key, fingerprint text not null,
    body jsonb not null, created timestamptz not null)`,
];

export const createStripeSchema = (database: Kysely<StripeTables>): Promise<void> => createTables(database, statements);
