import type { Kysely } from 'kysely';
import type { WebhookMode } from '../options.ts';
import type { StripeTables } from '../store.ts';
import { second } from '../../../src/lib/durations.ts';

/** The maximum random delay, in seconds, when deliveries are shuffled and no delay is set. */
const reach = 2;

type Circumstances = { mode: WebhookMode; now: Date; random: () => number };

/** Returns the real time at which each copy of an event is sent. */
export const dueTimes = ({ mode, now, random }: Circumstances): Date[] => {
  const spread = mode.delay > 0 ? mode.delay : mode.shuffle ? reach : 0;
  return Array.from({ length: 1 + mode.duplicate }, () => new Date(now.getTime() + random() * spread * second));
};

export const addDeliveries = async (
  trx: Kysely<StripeTables>,
  event: string,
  circumstances: Circumstances,
): Promise<void> => {
  await trx
    .insertInto('simulated_stripe.deliveries')
    .values(
      dueTimes(circumstances).map((dueAt) => ({ event, due_at: dueAt, attempts: 0, delivered_at: null, status: null })),
    )
    .execute();
};

export type DueDelivery = { seq: number; event: string; attempts: number };

/** Returns the due deliveries, in the order of their due times. */
export const dueDeliveries = (database: Kysely<StripeTables>, now: Date, limit: number): Promise<DueDelivery[]> =>
  database
    .selectFrom('simulated_stripe.deliveries')
    .select(['seq', 'event', 'attempts'])
    .where('delivered_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('seq')
    .limit(limit)
    .execute();

/** Returns the pause before the next attempt, in milliseconds. It doubles from half a second to half a minute. */
export const pauseAfter = (attempts: number): number => Math.min(30 * second, (second / 2) * 2 ** (attempts - 1));

export const settleDelivery = async (
  database: Kysely<StripeTables>,
  { seq, attempts }: DueDelivery,
  outcome: { status: number | null; now: Date },
): Promise<void> => {
  const { status, now } = outcome;
  const isAccepted = status !== null && status >= 200 && status < 300;
  const tries = attempts + 1;
  await database
    .updateTable('simulated_stripe.deliveries')
    .set({
      attempts: tries,
      status,
      delivered_at: isAccepted ? now : null,
      due_at: new Date(now.getTime() + pauseAfter(tries)),
    })
    .where('seq', '=', seq)
    .execute();
};

/** Makes all failed deliveries due now, so that a developer does not wait half a minute after a start. */
export const retryAllNow = async (database: Kysely<StripeTables>, now: Date): Promise<void> => {
  await database
    .updateTable('simulated_stripe.deliveries')
    .set({ due_at: now })
    .where('delivered_at', 'is', null)
    .where('attempts', '>', 0)
    .execute();
};

/** Returns the number of accepted and open deliveries of an event, and the highest status of their last responses. */
export const deliveriesOf = async (trx: Kysely<StripeTables>, event: string) => {
  const { sent, all, status } = await trx
    .selectFrom('simulated_stripe.deliveries')
    .select(({ fn }) => [
      fn.count<number>('delivered_at').as('sent'),
      fn.countAll<number>().as('all'),
      fn.max('status').as('status'),
    ])
    .where('event', '=', event)
    .executeTakeFirstOrThrow();
  return { sent: Number(sent), waiting: Number(all) - Number(sent), status };
};
