import type { Database } from '../../db/database.ts';
import { rateLimitsRepository } from '../../store/rate-limits.repository.ts';
import { networkKey } from '../address-key.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import { type MailRate, mailRates } from '../limit-rules.ts';
import { mailDomainOf } from '../mailbox.ts';
import { keyedDigest } from '../secrets.ts';
import { hour } from '../../../src/lib/durations.ts';

export type MailQueue = {
  /**
   * Gives a mail its place in the queue.
   * @param ip the address of the client who requests the mail.
   * @param to the recipient's address, lower-cased.
   * @returns when the mail may leave at the earliest; null when it may leave at once.
   */
  place(ip: string, to: string): Promise<Date | null>;
};

/** Limits how fast mails leave that anyone can request (`mailRates`). It never refuses one. */
export const createMailQueue = (
  database: Database,
  clock: Clock,
  events: SecurityEvents,
  secret: string,
): MailQueue => {
  const windows = rateLimitsRepository(database);
  const key = (...parts: string[]): string => keyedDigest(secret, JSON.stringify(['mail', ...parts]));

  /** Returns the milliseconds until one more mail may leave at this rate. */
  const wait = async ({ burst, perMinute }: MailRate, now: Date, ...parts: string[]): Promise<number> => {
    const seconds = 60 / perMinute;
    const emptyAt = await windows.queue(key(...parts), now, seconds);
    return Math.max(0, emptyAt.getTime() - now.getTime() - burst * seconds * 1000);
  };

  return {
    place: async (ip, to) => {
      const now = clock.now();
      const { count } = await windows.count(key('network', networkKey(ip)), now, new Date(now.getTime() + hour));
      const waits =
        count === 1
          ? [await wait(mailRates.first, now, 'first')]
          : [
              await wait(mailRates.further, now, 'further'),
              await wait(mailRates.domain, now, 'domain', mailDomainOf(to)),
            ];
      const longest = Math.max(...waits);
      if (longest === 0) return null;
      events.record({ kind: 'mail-queued' });
      return new Date(now.getTime() + longest);
    },
  };
};
