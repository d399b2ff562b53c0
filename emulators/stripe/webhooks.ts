import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { second } from '../../src/lib/durations.ts';
import type { StripeSimulatorOptions, WebhookMode } from './options.ts';
import { find, type StripeTables } from './store.ts';

/** The maximum random delay, in seconds, when deliveries are shuffled and no delay is set. */
const reach = 2;

type Circumstances = { mode: WebhookMode; now: Date; random: () => number };

/** Returns the real time at which each copy of an event is sent. */
const dueTimes = ({ mode, now, random }: Circumstances): Date[] => {
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

type DueDelivery = { seq: number; event: string; attempts: number };

/** Returns the due deliveries, in the order of their due times. */
const dueDeliveries = (database: Kysely<StripeTables>, now: Date, limit: number): Promise<DueDelivery[]> =>
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

const settleDelivery = async (
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
const retryAllNow = async (database: Kysely<StripeTables>, now: Date): Promise<void> => {
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

/** Returns the header `Stripe-Signature` for a time and a body (https://docs.stripe.com/webhooks#verify-manually). */
export const signatureOf = (body: string, secret: string, now: Date): string => {
  const t = Math.floor(now.getTime() / 1_000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};

const poll = 500;
const batch = 8;
/** The timeout of a delivery, in milliseconds. A delivery that timed out is retried. */
const deliveryTimeout = 10_000;

type SenderOptions = Pick<StripeSimulatorOptions, 'clock' | 'webhook' | 'fetch' | 'onFailure'> & {
  database: Kysely<StripeTables>;
  /** Runs before each delivery, because scheduled changes create events. */
  catchUp(): Promise<void>;
};

/** Sends events until the receiver returns 2xx: at least once, in no guaranteed order. */
export const createSender = (options: SenderOptions) => {
  const { database, clock, webhook, catchUp } = options;
  const send = options.fetch ?? fetch;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let awake = false;
  let state: 'idle' | 'running' | 'stopped' = 'idle';

  const statusOf = async (body: string): Promise<number | null> => {
    try {
      const response = await send(webhook.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          ...webhook.headers,
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(body, webhook.secret, clock.now()),
        },
        signal: AbortSignal.timeout(deliveryTimeout),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // No response, or a timeout: the delivery is retried later.
      return null;
    }
  };

  const deliverOne = async (due: DueDelivery): Promise<void> => {
    const event = await find(database, 'event', due.event);
    if (event === undefined) return;
    const status = await statusOf(JSON.stringify(event.object));
    await settleDelivery(database, due, { status, now: clock.now() });
  };

  const deliver = async (): Promise<void> => {
    await catchUp();
    while (state !== 'stopped') {
      const due = await dueDeliveries(database, clock.now(), batch);
      if (due.length === 0) return;
      const ended = await Promise.allSettled(due.map(deliverOne));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
    }
  };

  const look = async (): Promise<void> => {
    try {
      while (awake) {
        awake = false;
        await deliver();
      }
    } catch (error) {
      options.onFailure?.(error);
    } finally {
      running = undefined;
      if (state === 'running') timer = setTimeout(wake, awake ? 0 : poll);
    }
  };

  /** Delivers due events now instead of at the next poll. */
  const wake = (): void => {
    awake = true;
    if (state !== 'running' || running !== undefined) return;
    clearTimeout(timer);
    running = look();
  };

  return {
    deliver,
    wake,
    start: (): void => {
      state = 'running';
      running = retryAllNow(database, clock.now())
        .catch((error: unknown) => options.onFailure?.(error))
        .then(() => {
          awake = true;
          return look();
        });
    },
    stop: async (): Promise<void> => {
      state = 'stopped';
      clearTimeout(timer);
      await running;
    },
  };
};
