import { types } from 'pg';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Language } from '../../src/contracts/language.ts';
import type { Store, SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';
import type { CarriedResult, CancelReason, MailedKind } from '../../src/contracts/calls/cancel.ts';
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

/** A day as "2026-12-21"; false for a level that was only opened, null when the day is not known or no longer kept. */
export type LevelDays = Record<string, string | false | null>;

/** Every table of the product. */
export type Tables = {
  // The tables of accounts, analytics and limits.
  users: {
    id: string;
    playfabId: string;
    language: Language;
    createdAt: Date;
    deletionRequestedAt: Date | null;
    deletionEmail: string | null;
    deletionEndedSubscription: Generated<boolean>;
    passwordResetAt: Date | null;
    signInCodeHash: string | null;
    coupon: string | null;
    openedAt: Date | null;
  };
  sessions: {
    tokenHash: string;
    userId: string;
    chainStartedAt: Date;
    activatedAt: Date | null;
    expiresAt: Date;
    readOnly: Generated<boolean>;
    renewed: Generated<boolean>;
    chain: string;
    partner: string | null;
  };
  analytics_events: {
    id: Generated<string>;
    type: string;
    occurredAt: Date;
    /** Written as JSON text, because pg cannot write a JavaScript array as jsonb. */
    data: ColumnType<unknown, string, string>;
    recordedAt: Date;
  };
  deleted_players: { idHash: string; deletedAt: Date };
  rate_limits: { key: string; count: number; endsAt: Date };

  // The tables of payments: a copy of what was read from Stripe.
  stripe_customers: { id: string; userId: string; appliedRead: number };
  stripe_subscriptions: {
    id: string;
    customerId: string;
    status: SubscriptionStatus;
    currentPeriodEnd: Date | null;
    endsAt: Date | null;
    endedAt: Date | null;
    /** Null without a trial. */
    trialEnd: Date | null;
    createdAt: Date;
    details: ColumnType<unknown, string, string>;
    checkedAt: Date;
  };
  agreements: {
    id: string;
    userId: string;
    kind: 'sign-up' | 'purchase';
    agreedAt: Date;
    language: Language;
    partner: string | null;
    terms: string;
    shown: string;
    deleteAt: Date | null;
  };
  checkouts: {
    userId: string;
    attempt: string;
    language: Language;
    coupon: string | null;
    startedAt: Date;
    sessionId: string | null;
  };

  // The tables of what parents declared about the end of their contract, and of what became of it.
  declarations: {
    id: string;
    kind: MailedKind | 'undo';
    userId: string | null;
    email: string | null;
    language: Language;
    declaredAt: Date;
    declaredAtStripe: Date;
    repeatedAtStripe: Date;
    confirmed: number | null;
    carriedAt: Date | null;
    tokenHash: string | null;
    linkLastDay: string | null;
    reason: CancelReason | null;
    deleteAt: Date;
  };
  carried: {
    declarationId: string;
    subscriptionId: string;
    result: CarriedResult;
    endsAt: Date | null;
    refunded: number | null;
    currency: string | null;
  };
  refunds: {
    id: string;
    userId: string | null;
    payment: string | null;
    status: 'pending' | 'succeeded' | 'failed';
    askedAt: Date;
    email: string | null;
    language: Language | null;
  };
  notices: { userId: string; subject: string; kind: string; about: Date; sent: boolean };

  // The tables of teachers, classes and progress.
  teachers: {
    id: string;
    email: string;
    schoolName: string | null;
    ageGroup: AgeGroup | null;
    referralEmail: string | null;
    language: Language;
    authIdHash: string;
    playfabId: string;
    /** The key of the partner's page that had the form of the sign-up. */
    partner: string | null;
    createdAt: Date;
  };
  classrooms: {
    id: string;
    teacherId: string;
    linkId: string;
    mailedLinkId: string | null;
    code: string;
    name: string;
    era: Generated<number>;
    createdAt: Date;
    changedAt: Date;
    moveMailedAt: Date | null;
  };
  students: { classroomId: string; code: string; active: Generated<boolean> };
  progress: {
    classroomId: string;
    era: number;
    studentCode: string;
    package: string;
    concept: string;
    total: number;
    /** Written as JSON text: `{level: day of its first completion}`. */
    levels: ColumnType<LevelDays, string, string>;
    /** The database computes this count. */
    done: ColumnType<number, never, never>;
    playedAt: Date | null;
    changedAt: Date;
  };
  first_plays: { classroomId: string; era: number; playedAt: Date };
  cleared_progress: { classroomId: string; era: number; clearedAt: Date };
  classroom_links: {
    tokenHash: string;
    classroomId: string;
    kind: 'update' | 'restore';
    numStudents: number | null;
    reinitialize: boolean | null;
    era: number | null;
    expiresAt: Date;
  };

  // The tables of the app stores' subscriptions.
  store_subscribers: { appUserId: string; appliedRead: number; endsAt: Date };
  store_subscriptions: {
    appUserId: string;
    product: string;
    /** Stripe's subscriptions have their own tables. */
    store: Exclude<Store, 'stripe'>;
    status: Exclude<SubscriptionStatus, 'unpaid'>;
    periodEnd: Date;
    memberUntil: Date;
    renews: boolean;
  };

  // The table of the jobs for external services.
  jobs: {
    id: string;
    kind: string;
    /** Written as JSON text, because pg cannot write a JavaScript array as jsonb. */
    payload: ColumnType<unknown, string, string>;
    key: string | null;
    runAt: Date | null;
    entered: Generated<number>;
    enteredAt: Generated<Date>;
    attempts: Generated<number>;
    leasedUntil: Date | null;
    finishedAt: Date | null;
    outcome: 'done' | 'failed' | null;
    /** Null for a job that no request added. */
    requestId: string | null;
  };
};

/** What a query of these columns returns. */
export type Row<Table extends keyof Tables, Columns extends readonly (keyof Tables[Table])[]> = Selectable<
  Pick<Tables[Table], Columns[number]>
>;
