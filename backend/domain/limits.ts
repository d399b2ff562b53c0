import type { Database } from '../db/database.ts';
import { rateLimitsRepository } from '../store/rate-limits.repository.ts';
import { addressKey, networkKey } from './address-key.ts';
import type { Clock } from './clock.ts';
import { normalEmail } from './email.ts';
import type { SecurityEvents } from './events.ts';
import { type LimitedAction, type LimitRule, limitRules } from './limit-rules.ts';
import { mailboxOf } from './mailbox.ts';
import { keyedDigest } from './secrets.ts';

/** `ip` is the client's address, as the trusted proxies tell it; `email` as typed, or `person`: a user's id. */
export type LimitKeys = { ip: string; email?: string | undefined; person?: string };
export type Limited = { retryAfter: number };

/** `retryAfter` is in seconds. */
export type Limits = {
  consume(action: LimitedAction, keys: LimitKeys): Promise<Limited | null>;
  /** Whether one more would be too many; counts nothing. */
  reached(action: LimitedAction, keys: LimitKeys): Promise<Limited | null>;
};

const waitFor = (endsAt: Date, now: Date): Limited => ({
  retryAfter: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
});

const partsOf = (action: LimitedAction, { scope, seconds }: LimitRule, keys: LimitKeys): string => {
  const email = normalEmail(keys.email);
  const person = keys.person ?? email ?? keys.email ?? '';
  const parts: Record<LimitRule['scope'], string[]> = {
    address: [addressKey(keys.ip)],
    network: [networkKey(keys.ip)],
    'address and person': [addressKey(keys.ip), person],
    person: [person],
    mailbox: [email === null ? person : mailboxOf(email)],
    everybody: [],
  };
  return JSON.stringify([action, scope, seconds, ...parts[scope]]);
};

/**
 * Counts before anything is checked, so that tries at the same moment all count. One upsert per rule on the database:
 * exact on both engines and for any number of processes, and it follows the injected clock.
 * @param secret without which nobody can find out whose address a row is about.
 */
export const createLimits = (database: Database, clock: Clock, events: SecurityEvents, secret: string): Limits => {
  const windows = rateLimitsRepository(database);
  const keyOf = (action: LimitedAction, rule: LimitRule, keys: LimitKeys): string =>
    keyedDigest(secret, partsOf(action, rule, keys));
  return {
    consume: async (action, keys) => {
      for (const rule of limitRules[action]) {
        const now = clock.now();
        const endsAt = new Date(now.getTime() + rule.seconds * 1000);
        const window = await windows.count(keyOf(action, rule, keys), now, endsAt);
        if (window.count > rule.most) {
          events.record({ kind: 'limit', action });
          return waitFor(window.endsAt, now);
        }
      }
      return null;
    },
    reached: async (action, keys) => {
      const now = clock.now();
      for (const rule of limitRules[action]) {
        const window = await windows.open(keyOf(action, rule, keys), now);
        if (window !== undefined && window.count >= rule.most) return waitFor(window.endsAt, now);
      }
      return null;
    },
  };
};
