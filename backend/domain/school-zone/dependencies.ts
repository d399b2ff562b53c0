import type { Database } from '../../db/database.ts';
import type { Analytics } from '../analytics.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import type { Limits } from '../limits.ts';
import type { MailQueue } from '../mails/mail-queue.ts';

export type SchoolZoneDependencies = {
  database: Database;
  clock: Clock;
  limits: Limits;
  mailQueue: MailQueue;
  /** Returns the jobs that forward the verification of a teacher's mailbox; none without that person's consent. */
  conversionsOfTeacher: Analytics['conversionsOfTeacher'];
  gameKeys: readonly string[];
  events: SecurityEvents;
  /** Called when a mail was added. */
  wake(): void;
};
