import type { Database } from '../../db/database.ts';
import { rateLimitsRepository } from '../../store/limits.repository.ts';
import { addressKey, networkKey } from './address-key.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { keyedDigest, normalizeEmail } from '../secrets.ts';
import type { SecurityEvents } from '../events.ts';
import { day } from '../../../src/lib/time.ts';
import { type LimitedAction, type LimitRule, limitRules, mailRate } from './limit-rules.ts';

/** Providers that ignore a part of the local part, or that have several domains for one mailbox. */
const providers: readonly { domain: RegExp; canonical?: string; ignored: RegExp }[] = [
  { domain: /^(gmail|googlemail)\.com$/, canonical: 'gmail.com', ignored: /\./g },
  { domain: /^(proton\.me|protonmail\.com|pm\.me)$/, canonical: 'proton.me', ignored: /[._-]/g },
  { domain: /^(icloud|me|mac)\.com$/, canonical: 'icloud.com', ignored: /$^/ },
  { domain: /^(yahoo\.[a-z.]+|ymail\.com)$/, ignored: /-.*$/ },
];

/**
 * Returns the inbox that an address leads to, for limits: without the tag behind a plus sign, and without the dots and
 * aliases that large mail providers ignore. It is not an address to which mail may be sent.
 * @param email lower-cased, as `normalizeEmail` returns it.
 */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).replace(/\+.*$/, '');
  const domain = email.slice(at + 1);
  const provider = providers.find((known) => known.domain.test(domain));
  if (provider === undefined) return `${name}@${domain}`;
  return `${name.replace(provider.ignored, '')}@${provider.canonical ?? domain}`;
};

/** `ip` is the client's address according to the trusted proxies, `email` as typed, `person` a user's id. */
export type LimitKeys = { ip: string; email?: string | undefined; person?: string };
/** `retryAfter` is in seconds. */
type Limited = { retryAfter: number };

/** The milliseconds for which a person's address is remembered. */
const memory = 90 * day;

const waitFor = (endsAt: Date, now: Date): Limited => ({
  retryAfter: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
});

const personOf = ({ person, email }: LimitKeys): string => person ?? normalizeEmail(email) ?? email ?? '';

const partsOf = (action: LimitedAction, { scope, within }: LimitRule, keys: LimitKeys): string => {
  const email = normalizeEmail(keys.email);
  const person = personOf(keys);
  const parts: Record<LimitRule['scope'], string[]> = {
    address: [addressKey(keys.ip)],
    network: [networkKey(keys.ip)],
    'address and person': [addressKey(keys.ip), person],
    'network and person': [networkKey(keys.ip), person],
    person: [person],
    mailbox: [email === null ? person : mailboxOf(email)],
    everybody: [],
  };
  return JSON.stringify([action, scope, within, ...parts[scope]]);
};

export type Limits = ReturnType<typeof createLimits>;

/**
 * Creates the limits. They count before any other check, so that simultaneous tries all count. Each rule is one upsert:
 * exact on both engines and for any number of processes, and it uses the injected clock.
 * @param secret without it, no one can find out which address a row is about.
 */
export const createLimits = (database: Database, clock: Clock, events: SecurityEvents, secret: string) => {
  const windows = rateLimitsRepository(database);
  const keyOf = (action: LimitedAction, rule: LimitRule, keys: LimitKeys): string =>
    keyedDigest(secret, partsOf(action, rule, keys));
  const usedKey = (keys: LimitKeys): string =>
    keyedDigest(secret, JSON.stringify(['used', addressKey(keys.ip), personOf(keys)]));
  /** Counts a try. @returns null when it is within the limit */
  const consume = async (action: LimitedAction, keys: LimitKeys): Promise<Limited | null> => {
    const rules: readonly LimitRule[] = limitRules[action];
    const isStranger =
      !rules.some(({ strangers }) => strangers) || !(await windows.isMarked(usedKey(keys), clock.now()));
    for (const rule of rules) {
      if (rule.strangers && !isStranger) continue;
      const now = clock.now();
      const endsAt = new Date(now.getTime() + rule.within);
      const window = await windows.count(keyOf(action, rule, keys), now, endsAt);
      if (window.count > rule.most) {
        events.record({ kind: 'limit', action });
        return waitFor(window.endsAt, now);
      }
    }
    return null;
  };

  return {
    consume,
    /** Counts a try. @throws Refusal TOO_MANY_REQUESTS */
    admit: async (action: LimitedAction, keys: LimitKeys): Promise<void> => {
      const limited = await consume(action, keys);
      if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);
    },
    /** Returns whether one more try would exceed the limit, without counting it. */
    reached: async (action: LimitedAction, keys: LimitKeys): Promise<Limited | null> => {
      const now = clock.now();
      for (const rule of limitRules[action]) {
        const window = await windows.open(keyOf(action, rule, keys), now);
        if (window !== undefined && window.count >= rule.most) return waitFor(window.endsAt, now);
      }
      return null;
    },
    /** Gives a mail that anyone can request its place. @returns when it may leave; null when it may leave at once */
    placeMail: async (): Promise<Date | null> => {
      const now = clock.now();
      const seconds = 60 / mailRate.perMinute;
      const latest = new Date(now.getTime() + mailRate.longest);
      const emptyAt = await windows.queue(keyedDigest(secret, JSON.stringify(['mail'])), { now, latest, seconds });
      const wait = emptyAt.getTime() - now.getTime() - mailRate.burst * seconds * 1000;
      if (wait <= 0) return null;
      events.record({ kind: 'mail-queued' });
      return new Date(now.getTime() + wait);
    },
    /** Remembers for ninety days that the person used this address: for a sign-up, or as a mailed link proves. */
    remember: (keys: LimitKeys): Promise<unknown> =>
      windows.mark(usedKey(keys), new Date(clock.now().getTime() + memory)),
  };
};
