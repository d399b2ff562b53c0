import { z } from 'zod';
import { type MailMessage, mailMessage } from '../mails/mail-message.ts';
import { type StoreEvent, storeEvent } from '../stores/store-event.ts';
import { type ConversionJob, conversionJob } from '../telemetry/conversion-job.ts';

/** What the outbox can carry. A new kind is a line here, its shape below, and a handler. */
type JobPayloads = {
  mail: MailMessage;
  'delete-account': { userId: string };
  /** What RevenueCat told of a subscription in an app store. */
  'store-event': StoreEvent;
  /** Reads a Stripe customer's subscriptions anew. */
  'sync-customer': { customerId: string };
  /** Promises to read everybody whose subscription follows this one; after a restore, our rows are older than what happened. */
  'sync-all': { after?: string | undefined };
  /** Asks what became of the payment page that a user was sent to. */
  'settle-checkout': { userId: string };
  /** Ends a subscription that came second, gives the money back and tells the user. */
  'cancel-duplicate': { subscriptionId: string; userId: string };
  /** Tells Meta or the measurement protocol of an event. */
  conversion: ConversionJob;
};

export type JobKind = keyof JobPayloads;
export type JobPayload<Kind extends JobKind> = JobPayloads[Kind];
export type Job = { [Kind in JobKind]: { kind: Kind; payload: JobPayloads[Kind]; key?: string } }[JobKind];

/** A row is outside data: an older version of the program may have written it. */
export const jobKinds: { [Kind in JobKind]: z.ZodType<JobPayloads[Kind]> } = {
  mail: mailMessage,
  'delete-account': z.object({ userId: z.string() }),
  'store-event': storeEvent,
  'sync-customer': z.object({ customerId: z.string() }),
  'sync-all': z.object({ after: z.string().optional() }),
  'settle-checkout': z.object({ userId: z.string() }),
  'cancel-duplicate': z.object({ subscriptionId: z.string(), userId: z.string() }),
  conversion: conversionJob,
};

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(jobKinds, kind);
