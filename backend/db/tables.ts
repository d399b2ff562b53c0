import { types } from 'pg';
import type { ColumnType, Generated } from 'kysely';
import type { Language } from '../../src/contracts/language.ts';
import type { PriceInterval, Store, SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';
import type { DeclarationKind, LeavingReason, WantedEnd } from '../../src/contracts/calls/cancel.ts';
import type { AgeGroup } from '../../src/contracts/calls/school-zone.ts';

type Parse = (text: string) => unknown;

const int8 = 20;
const bytea = 17;
const date = 1082;
const interval = 1186;

const asText: Parse = (text) => text;

/**
 * Gives the same values on both engines. `bigint` becomes a number, because ours are counts and sequences; a day and an
 * interval stay text, because neither is a point in time.
 */
export const valueParsers: Readonly<Record<number, Parse>> = {
  [int8]: Number,
  [bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
  [date]: asText,
  [interval]: asText,
};

/** The same table in the shape that pg requires. */
export const pgTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse =>
    valueParsers[oid] ?? (format === 'binary' ? types.getTypeParser(oid, format) : types.getTypeParser(oid)),
};

/** The tables of accounts, analytics and limits. */
type PortalTables = {
  users: {
    id: string;
    playfab_id: string;
    language: Language;
    created_at: Date;
    deletion_requested_at: Date | null;
    deletion_email: string | null;
    deletion_ended_subscription: Generated<boolean>;
    password_reset_at: Date | null;
    sign_in_code_hash: string | null;
    coupon: string | null;
    opened_at: Date | null;
  };
  sessions: {
    token_hash: string;
    user_id: string;
    chain_started_at: Date;
    activated_at: Date | null;
    expires_at: Date;
    read_only: Generated<boolean>;
    renewed: Generated<boolean>;
    chain: string;
    partner: string | null;
  };
  analytics_events: {
    id: Generated<string>;
    type: string;
    occurred_at: Date;
    /** Written as JSON text, because pg cannot write a JavaScript array as jsonb. */
    data: ColumnType<unknown, string, string>;
    recorded_at: Date;
  };
  deleted_players: { id_hash: string; deleted_at: Date };
  rate_limits: { key: string; count: number; ends_at: Date };
};

/** The tables of payments: a copy of what was read from Stripe. */
type BillingTables = {
  stripe_customers: { id: string; user_id: string; applied_read: number };
  stripe_subscriptions: {
    id: string;
    customer_id: string;
    status: SubscriptionStatus;
    current_period_end: Date | null;
    cancel_at_period_end: boolean;
    price_amount: number | null;
    price_currency: string | null;
    price_interval: PriceInterval | null;
    price_interval_count: number | null;
    discount_amount: number | null;
    discount_end: Date | null;
    due_amount: number | null;
    due_next: Date | null;
    /** Null without a trial. */
    trial_end: Date | null;
    created_at: Date;
  };
  checkouts: {
    user_id: string;
    attempt: string;
    language: Language;
    coupon: string | null;
    started_at: Date;
    session_id: string | null;
  };
};

/** The tables of what parents declared about the end of their contract, and of the end that each account wants. */
type DeclarationTables = {
  declarations: {
    id: string;
    kind: DeclarationKind | 'undo';
    user_id: string | null;
    email: string | null;
    language: Language;
    declared_at: Date;
    confirmed: number | null;
    token_hash: string | null;
    link_last_day: string | null;
    reason: LeavingReason | null;
    delete_at: Date;
  };
  wanted_ends: {
    user_id: string;
    wanted: WantedEnd;
    late: Generated<boolean>;
    declared_at: Date;
    language: Language;
    confirmed: number;
    subscriptions: string[] | null;
    settled: Generated<boolean>;
  };
};

/** The tables of teachers, classes and progress. */
type SchoolZoneTables = {
  teachers: {
    id: string;
    email: string;
    school_name: string | null;
    age_group: AgeGroup | null;
    referral_email: string | null;
    language: Language;
    auth_id_hash: string;
    playfab_id: string;
    partner: string | null;
    created_at: Date;
  };
  classrooms: {
    id: string;
    teacher_id: string;
    link_id: string;
    mailed_link_id: string | null;
    code: string;
    name: string;
    era: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  students: { classroom_id: string; code: string; active: Generated<boolean> };
  progress: {
    classroom_id: string;
    era: number;
    student_code: string;
    package: string;
    concept: string;
    total: number;
    /** Written as JSON text: `{level: completed}`. */
    levels: ColumnType<Record<string, boolean>, string, string>;
    /** The database computes this count. */
    done: ColumnType<number, never, never>;
    played_at: Date;
    changed_at: Date;
  };
  first_plays: { classroom_id: string; era: number; played_at: Date };
  cleared_progress: { classroom_id: string; era: number; cleared_at: Date };
  classroom_links: {
    token_hash: string;
    classroom_id: string;
    kind: 'update' | 'restore';
    num_students: number | null;
    reinitialize: boolean | null;
    era: number | null;
    expires_at: Date;
  };
};

/** The tables of the app stores' subscriptions. */
export type StoreTables = {
  store_subscribers: { app_user_id: string; applied_read: number; ends_at: Date };
  store_subscriptions: {
    app_user_id: string;
    product: string;
    /** Stripe's subscriptions have tables of their own. */
    store: Exclude<Store, 'stripe'>;
    status: Exclude<SubscriptionStatus, 'unpaid'>;
    period_end: Date;
    member_until: Date;
    renews: boolean;
  };
};

/** Every table of the product. */
export type Tables = PortalTables & JobTables & BillingTables & DeclarationTables & StoreTables & SchoolZoneTables;

/** The table of the jobs for external services. */
type JobTables = {
  jobs: {
    id: string;
    kind: string;
    /** Written as JSON text, because pg cannot write a JavaScript array as jsonb. */
    payload: ColumnType<unknown, string, string>;
    key: string | null;
    run_at: Date | null;
    entered: Generated<number>;
    entered_at: Generated<Date>;
    attempts: Generated<number>;
    leased_until: Date | null;
    finished_at: Date | null;
    outcome: 'done' | 'failed' | null;
    /** Null for a job that no request added. */
    request_id: string | null;
  };
};
