import { z } from 'zod';
import { secondsSince } from '../clock.ts';
import type { CallerSecrets, Infrastructure } from '../dependencies.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import { applyStoreEvent } from './apply-store-event.ts';
import { type Delivery, authenticationError } from './webhook-authentication.ts';
import { changeOf, type StoreEvent, storeEvent } from './store-event.ts';
import { minute } from '../../../src/lib/durations.ts';

export type StoresDependencies = Infrastructure & Pick<CallerSecrets, 'revenueCat'>;

export type Stores = ReturnType<typeof createStores>;

const envelope = z.object({ event: storeEvent });

/** How far RevenueCat's clock may be ahead, in milliseconds. */
const ahead = 5 * minute;

/**
 * Creates the use cases of subscriptions that the game sells in app stores, as reported by RevenueCat
 * (decisions.md#6-flows).
 */
export const createStores = ({ database, clock, revenueCat, events, wake }: StoresDependencies) => ({
  /** @throws Refusal UNAUTHORIZED when the delivery is not from RevenueCat. */
  authenticate: (delivery: Delivery): void => {
    const reason = authenticationError(delivery, revenueCat, clock.now());
    if (reason === null) return;
    events.record({ kind: 'webhook-refused', sender: 'revenuecat', reason });
    throw new Refusal('UNAUTHORIZED');
  },

  /**
   * Stores a genuine event as a job, once however often it arrives. An event that we do not use is ignored. One from the
   * future counts as reported now: the newest event decides, so all later ones would be ignored until then.
   * @throws Refusal INVALID_PAYLOAD for anything else than an event: RevenueCat's dashboard shows it and retries.
   */
  take: async (body: Buffer): Promise<void> => {
    const now = clock.now();
    const reported = eventIn(body);
    const isAhead = reported.event_timestamp_ms > now.getTime() + ahead;
    const event = isAhead ? { ...reported, event_timestamp_ms: now.getTime() } : reported;
    if (changeOf(event) !== null) {
      await enqueue(database, { kind: 'store-event', payload: event, key: `revenuecat:${event.id}` });
      wake();
    }
    const happened = new Date(event.event_timestamp_ms);
    events.record({ kind: 'webhook', sender: 'revenuecat', delay: secondsSince(happened, now) });
  },

  /** The job `store-event`. */
  apply: (event: StoreEvent): Promise<void> => applyStoreEvent(database, event),
});

const eventIn = (body: Buffer): StoreEvent => {
  try {
    return envelope.parse(JSON.parse(body.toString())).event;
  } catch {
    throw new Refusal('INVALID_PAYLOAD');
  }
};
