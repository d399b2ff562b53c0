import { z } from 'zod';
import { type MailMessage, mailMessage } from '../mails/mail-message.ts';

/** What the outbox can carry. A new kind is a line here, its shape below, and a handler. */
type JobPayloads = {
  mail: MailMessage;
  'delete-account': { userId: string };
};

export type JobKind = keyof JobPayloads;
export type JobPayload<Kind extends JobKind> = JobPayloads[Kind];
export type Job = { [Kind in JobKind]: { kind: Kind; payload: JobPayloads[Kind]; key?: string } }[JobKind];

/** A row is outside data: an older version of the program may have written it. */
export const jobKinds: { [Kind in JobKind]: z.ZodType<JobPayloads[Kind]> } = {
  mail: mailMessage,
  'delete-account': z.object({ userId: z.string() }),
};

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(jobKinds, kind);
