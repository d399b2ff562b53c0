import type { ColumnType, Generated, Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

export type Metadata = Record<string, string>;
/** A jsonb column. It is written as JSON text, because pg does not write a JavaScript array as jsonb. */
type Json<T> = ColumnType<T, string, string>;
/** The sort key of lists. `created` has whole seconds only, so it cannot sort rows of the same second. */
type Sequence = Generated<number>;

export type SubscriptionState = 'trialing' | 'active' | 'past_due' | 'canceled';
export type EndReason = 'cancellation_requested' | 'payment_failed';
/** How a test card behaves when it is charged later. */
export type CardBehaviour = 'works' | 'fails';

export type CustomersTable = {
  id: string;
  seq: Sequence;
  created: Date;
  email: string | null;
  name: string | null;
  description: string | null;
  metadata: Json<Metadata>;
  default_payment_method: string | null;
  deleted: boolean;
};

/** The part of a card that a receipt shows. The card number is never stored. */
export type PaymentMethodsTable = {
  id: string;
  customer: string;
  created: Date;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  behaviour: CardBehaviour;
};

export type CheckoutSessionsTable = {
  id: string;
  seq: Sequence;
  created: Date;
  expires_at: Date;
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  cancel_url: string | null;
  customer: string | null;
  customer_email: string | null;
  client_reference_id: string | null;
  locale: string | null;
  metadata: Json<Metadata>;
  quantity: number;
  trial_days: number | null;
  subscription_metadata: Json<Metadata>;
  subscription_description: string | null;
  coupon: string | null;
  promotion_code: string | null;
  allow_promotion_codes: boolean | null;
  payer_email: string | null;
  payer_name: string | null;
  subscription: string | null;
  invoice: string | null;
};

export type PortalSessionsTable = {
  id: string;
  created: Date;
  expires_at: Date;
  customer: string;
  return_url: string | null;
  locale: string | null;
};

export type SubscriptionsTable = {
  id: string;
  seq: Sequence;
  item: string;
  created: Date;
  customer: string;
  status: SubscriptionState;
  metadata: Json<Metadata>;
  description: string | null;
  quantity: number;
  discount: string | null;
  coupon: string | null;
  promotion_code: string | null;
  checkout_session: string;
  default_payment_method: string | null;
  trial_start: Date | null;
  trial_end: Date | null;
  /** Whether the event about the end of the trial was created. */
  announced: boolean;
  anchor: Date;
  period_start: Date;
  period_end: Date;
  cancel_at_period_end: boolean;
  canceled_at: Date | null;
  ended_at: Date | null;
  end_reason: EndReason | null;
  retry_at: Date | null;
  latest_invoice: string | null;
  /** The time of the next scheduled event. */
  due_at: Date | null;
};

export type InvoicesTable = {
  id: string;
  seq: Sequence;
  created: Date;
  number: string;
  customer: string;
  customer_email: string | null;
  customer_name: string | null;
  subscription: string;
  reason: 'subscription_create' | 'subscription_cycle';
  status: 'open' | 'paid';
  is_trial: boolean;
  period_start: Date;
  period_end: Date;
  quantity: number;
  subtotal: number;
  discount: string | null;
  discount_amount: number;
  total: number;
  attempts: number;
  next_attempt: Date | null;
  paid_at: Date | null;
  /** The id of the payment, or null for an invoice of zero. */
  payment_intent: string | null;
  charge: string | null;
  payment_method: string | null;
  refunded: number;
};

export type RefundsTable = {
  id: string;
  seq: Sequence;
  created: Date;
  payment_intent: string;
  amount: number;
  reason: string | null;
  metadata: Json<Metadata>;
};

/** Events are stored as they are sent, because an event contains the state at the time it was created. */
export type EventsTable = {
  id: string;
  seq: Sequence;
  created: Date;
  type: string;
  object: Json<object>;
  previous: Json<object | null> | null;
  request: string | null;
  idempotency_key: string | null;
};

export type DeliveriesTable = {
  seq: Sequence;
  event: string;
  /** The real time of the next attempt, not the simulated time. */
  due_at: Date;
  attempts: number;
  delivered_at: Date | null;
  /** The HTTP status of the last response, or null if there was none. */
  status: number | null;
};

export type StripeTables = {
  'stripe_simulator.settings': {
    id: number;
    /** The difference between simulated and real time, in seconds. */
    ahead: number;
    duplicate: number;
    shuffle: boolean;
    delay: number;
  };
  'stripe_simulator.customers': CustomersTable;
  'stripe_simulator.payment_methods': PaymentMethodsTable;
  'stripe_simulator.checkout_sessions': CheckoutSessionsTable;
  'stripe_simulator.portal_sessions': PortalSessionsTable;
  'stripe_simulator.subscriptions': SubscriptionsTable;
  'stripe_simulator.invoices': InvoicesTable;
  'stripe_simulator.refunds': RefundsTable;
  'stripe_simulator.events': EventsTable;
  'stripe_simulator.deliveries': DeliveriesTable;
  'stripe_simulator.idempotent_responses': {
    key: string;
    fingerprint: string;
    body: Json<object>;
    created: Date;
  };
};

const seq = 'seq bigint generated always as identity';

/** The tables. The simulator creates them itself, so the portal's migrations do not depend on it. */
const statements = [
  `create schema if not exists stripe_simulator`,
  `create table if not exists stripe_simulator.settings (id int primary key, ahead bigint not null,
    duplicate int not null, shuffle boolean not null, delay int not null)`,
  `insert into stripe_simulator.settings values (1, 0, 0, false, 0) on conflict do nothing`,
  `create table if not exists stripe_simulator.customers (id text primary key, ${seq}, created timestamptz not null,
    email text, name text, description text, metadata jsonb not null, default_payment_method text,
    deleted boolean not null)`,
  `create table if not exists stripe_simulator.payment_methods (id text primary key, customer text not null,
    created timestamptz not null, brand text not null, last4 text not null, exp_month int not null,
    exp_year int not null, behaviour text not null)`,
  `create table if not exists stripe_simulator.checkout_sessions (id text primary key, ${seq},
    created timestamptz not null, expires_at timestamptz not null, status text not null, success_url text not null,
    cancel_url text, customer text, customer_email text, client_reference_id text, locale text, metadata jsonb not null,
    quantity int not null, trial_days int, subscription_metadata jsonb not null, subscription_description text,
    coupon text, promotion_code text, allow_promotion_codes boolean, payer_email text, payer_name text,
    subscription text, invoice text)`,
  `create index if not exists sessions_by_end on stripe_simulator.checkout_sessions (expires_at) where status = 'open'`,
  `create table if not exists stripe_simulator.portal_sessions (id text primary key, created timestamptz not null,
    expires_at timestamptz not null, customer text not null, return_url text, locale text)`,
  `create table if not exists stripe_simulator.subscriptions (id text primary key, ${seq}, item text not null,
    created timestamptz not null, customer text not null, status text not null, metadata jsonb not null,
    description text, quantity int not null, discount text, coupon text, promotion_code text,
    checkout_session text not null, default_payment_method text, trial_start timestamptz, trial_end timestamptz,
    announced boolean not null, anchor timestamptz not null, period_start timestamptz not null,
    period_end timestamptz not null, cancel_at_period_end boolean not null, canceled_at timestamptz,
    ended_at timestamptz, end_reason text, retry_at timestamptz, latest_invoice text, due_at timestamptz)`,
  `create index if not exists subscriptions_of_customer on stripe_simulator.subscriptions (customer)`,
  `create index if not exists subscriptions_by_due on stripe_simulator.subscriptions (due_at)`,
  `create table if not exists stripe_simulator.invoices (id text primary key, ${seq}, created timestamptz not null,
    number text not null, customer text not null, customer_email text, customer_name text, subscription text not null,
    reason text not null, status text not null, is_trial boolean not null, period_start timestamptz not null,
    period_end timestamptz not null, quantity int not null, subtotal int not null, discount text,
    discount_amount int not null, total int not null, attempts int not null, next_attempt timestamptz,
    paid_at timestamptz, payment_intent text unique, charge text unique, payment_method text, refunded int not null)`,
  `create index if not exists invoices_of_customer on stripe_simulator.invoices (customer)`,
  `create index if not exists invoices_of_subscription on stripe_simulator.invoices (subscription)`,
  `create table if not exists stripe_simulator.refunds (id text primary key, ${seq}, created timestamptz not null,
    payment_intent text not null, amount int not null, reason text, metadata jsonb not null)`,
  `create table if not exists stripe_simulator.events (id text primary key, ${seq}, created timestamptz not null,
    type text not null, object jsonb not null, previous jsonb, request text, idempotency_key text)`,
  `create table if not exists stripe_simulator.deliveries (${seq} primary key, event text not null,
    due_at timestamptz not null, attempts int not null, delivered_at timestamptz, status int)`,
  `create index if not exists deliveries_open on stripe_simulator.deliveries (due_at) where delivered_at is null`,
  `create table if not exists stripe_simulator.idempotent_responses (key text primary key, fingerprint text not null,
    body jsonb not null, created timestamptz not null)`,
];

export const createStripeSchema = (database: Kysely<StripeTables>): Promise<void> => createTables(database, statements);
