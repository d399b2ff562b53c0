import { withTimeout } from '../../gateways/stripe-call.ts';
import { minute } from '../../../src/lib/durations.ts';
import type { Clock } from '../clock.ts';
import { isUnavailable } from '../unavailable.ts';

/**
 * Milliseconds after a failed request during which Stripe is not asked again, so that an outage does not slow pages
 * down.
 */
const pause = minute;
/** Milliseconds that a page waits for an answer. */
const timeout = 1_500;

export type Memory<Value> = {
  /** Whether the answer is known, so that Stripe is not asked. */
  has(key: string): boolean;
  /** Returns the remembered answer, or asks. During an outage, the last known answer stays. */
  get(key: string, ask: () => Promise<Value | null>): Promise<Value | null>;
};

/**
 * Creates a memory of Stripe's answers.
 * @param lifetime milliseconds for which an answer is remembered
 * @param most the number of answers; a further one replaces the oldest
 */
export const createMemory = <Value>(clock: Clock, { lifetime, most }: { lifetime: number; most: number }) => {
  const entries = new Map<string, { until: number; value: Promise<Value | null> }>();
  const known = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && clock.now().getTime() < entry.until ? entry : undefined;
  };
  const memory: Memory<Value> = {
    has: (key) => known(key) !== undefined,
    get: (key, ask) => {
      const fresh = known(key);
      if (fresh !== undefined) return fresh.value;
      const now = clock.now().getTime();
      const before = entries.get(key)?.value ?? null;
      const entry = {
        until: now + lifetime,
        value: withTimeout('memory', timeout, ask()).catch((error: unknown) => {
          if (!isUnavailable(error)) throw error;
          entry.until = now + pause;
          return before;
        }),
      };
      entries.delete(key);
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
      return entry.value;
    },
  };
  return memory;
};
