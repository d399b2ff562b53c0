import { z } from 'zod';
import { randomUUID } from 'node:crypto';
import { datedTemplates, mailMessage, type MailTemplate, membershipTemplates } from '../mail/mail-message.ts';
import { conversionJob } from '../visits/conversions.ts';
import type { Database } from '../../db/database.ts';
import { jobsRepository } from '../../store/jobs.repository.ts';
import { currentRequestId } from '../../request-id.ts';

/**
 * The kinds of jobs, and the schemas of their payloads. To add one, add a line here and a handler. A row is outside
 * data: an older version of the program may have written it. Jobs that are due at the same moment start in the order of
 * the kinds: people wait for all of them except conversions.
 */
const schemas = {
  mail: mailMessage,
  'delete-account': z.object({ userId: z.string() }),
  /** Mails the code of a password reset that was interrupted. */
  'finish-reset': z.object({ userId: z.string(), email: z.string(), code: z.string() }),
  /** Rereads what a subscriber of RevenueCat has bought in app stores; `others` among its names have nothing of it. */
  'sync-subscriber': z.object({ appUserId: z.string(), others: z.array(z.string()) }),
  /** Rereads the subscriptions of a Stripe customer. */
  'sync-customer': z.object({ customerId: z.string() }),
  /**
   * Compares every live subscription at Stripe after `after` with our rows. `since` is when the first page was read.
   */
  'sync-all': z.object({ after: z.string().optional(), since: z.iso.datetime().optional() }),
  /** Rereads a refund. */
  'sync-refund': z.object({ refundId: z.string() }),
  /** Checks the payment page to which a user was sent. */
  'settle-checkout': z.object({ userId: z.string() }),
  /** Ends a duplicate subscription and refunds it. */
  'cancel-duplicate': z.object({ subscriptionId: z.string(), customerId: z.string(), userId: z.string() }),
  /**
   * Ends and refunds a new subscription while a membership of its payer's address, which began elsewhere, goes on.
   * `again`: only reports it, on the days after the purchase.
   */
  'check-purchase': z.object({
    subscriptionId: z.string(),
    customerId: z.string(),
    userId: z.string(),
    again: z.boolean().optional(),
  }),
  /** Mails an owner about a subscription. `elsewhere`: the first one of two began elsewhere. */
  'tell-owner': z.object({
    userId: z.string(),
    subscriptionId: z.string(),
    template: z.enum([...membershipTemplates, 'duplicate-subscription']),
    elsewhere: z.boolean().optional(),
  }),
  /**
   * Carries out what was declared about the end of a contract; a link's declaration may still have to find its account.
   */
  'carry-out': z.union([z.object({ userId: z.string() }), z.object({ declarationId: z.string() })]),
  /** Forwards an event to Meta or the measurement protocol. */
  conversion: conversionJob,
};

export type JobKind = keyof typeof schemas;
export type JobPayload<Kind extends JobKind> = z.output<(typeof schemas)[Kind]>;
export type Job = { [Kind in JobKind]: { kind: Kind; payload: JobPayload<Kind>; key?: string } }[JobKind];

export const jobKinds: { [Kind in JobKind]: z.ZodType<JobPayload<Kind>> } = schemas;

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(jobKinds, kind);

const rowOf = ({ kind, payload, key }: { kind: JobKind; payload: object; key?: string }, runAt: Date | null) => ({
  id: randomUUID(),
  kind,
  payload: JSON.stringify(payload),
  key: key ?? null,
  runAt,
  requestId: currentRequestId(),
});

/** Thousands of these may be due at once, and a mail for which a person waits is not behind them. */
const massTemplates: ReadonlySet<unknown> = new Set<MailTemplate>([
  ...datedTemplates,
  'payment-failed',
  'classroom-moved',
]);

/**
 * Adds a job. Pass the transaction of the business change, so that either both happen or neither.
 * Jobs with the same `key` are one job, even after it was done (for thirty days).
 * @param notBefore the job does not start earlier.
 */
export const enqueue = (transaction: Database, job: Job, notBefore: Date | null = null): Promise<void> =>
  jobsRepository(transaction).add(
    rowOf(job, notBefore),
    'template' in job.payload && massTemplates.has(job.payload.template),
  );

/**
 * Adds a job, if there is one. Without one it writes as much, so that the time of an answer does not show whether there
 * is one: a row that is done already, and is removed with the next old ones.
 */
export const enqueueIfAny = (database: Database, job: Job | null, notBefore: Date | null): Promise<void> => {
  const row = rowOf(job ?? { kind: 'mail', payload: {} }, notBefore);
  return jobsRepository(database).add(job === null ? { ...row, finishedAt: new Date(0), outcome: 'done' } : row);
};
