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
  /** The jobs that tell others of a teacher whose mailbox was verified; none without that person's consent. */
  conversionsOfTeacher: Analytics['conversionsOfTeacher'];
  gameKeys: readonly string[];
  events: SecurityEvents;
  /** Told when a mail was promised. */
  wake(): void;
};
