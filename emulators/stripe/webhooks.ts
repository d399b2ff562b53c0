import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { second } from '../../src/lib/time.ts';
import type { EmulatorDatabase } from '../database.ts';
import { find } from './store.ts';

/**
 * The longest delays of the two copies of an event, in milliseconds. Stripe promises no order, and may send an event
 * more than once (https://docs.stripe.com/webhooks#event-ordering), so the simulator always does.
 */
const delays = [second / 4, 2 * second] as const;

export const addDeliveries = async (
  trx: EmulatorDatabase,
  event: string,
  now: Date,
  random: () => number,
): Promise<void> => {
  const [first, repeated] = delays.map((delay) => new Date(now.getTime() + random() * delay));
  await sql`insert into stripe_emulator.deliveries (event, due_at, attempts)
    values (${event}, ${first}, 0), (${event}, ${repeated}, 0)`.execute(trx);
};

type DueDelivery = { seq: number; event: string; attempts: number };

/** Returns the pause before the next attempt, in milliseconds. It doubles from half a second to five seconds. */
const pauseAfter = (attempts: number): number => Math.min(5 * second, (second / 2) * 2 ** attempts);

/** Returns the header `Stripe-Signature` for a time and a body (https://docs.stripe.com/webhooks#verify-manually). */
export const signatureOf = (body: string, secret: string, now: Date): string => {
  const t = Math.floor(now.getTime() / 1_000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};

/** Milliseconds between two checks for what is due. */
const poll = 250;
/** The timeout of a delivery, in milliseconds. A delivery that timed out is retried. */
const deliveryTimeout = 10_000;

export type WebhookOptions = {
  /** The real time. The simulated time is the real time plus the seconds that were added. */
  clock: { now(): Date };
  /** The receiver of events, and the secret `whsec_…` of their signatures. */
  webhook: { url: string; secret: string };
  fetch?: typeof fetch;
  /** Called when the sender fails, for example because it cannot reach the database. The sender retries. */
  onFailure?: (error: unknown) => void;
};

type SenderOptions = WebhookOptions & {
  database: EmulatorDatabase;
  /** Runs before each delivery, because scheduled changes create events. */
  catchUp(): Promise<void>;
};

/** Sends events until the receiver returns 2xx: at least once, in no guaranteed order. */
export const createSender = ({
  database,
  clock,
  webhook,
  catchUp,
  onFailure = () => undefined,
  fetch: send = fetch,
}: SenderOptions) => {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;

  const isAccepted = async (body: string): Promise<boolean> => {
    try {
      const response = await send(webhook.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(body, webhook.secret, clock.now()),
        },
        signal: AbortSignal.timeout(deliveryTimeout),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // No response, or a timeout: the delivery is retried later.
      return false;
    }
  };

  const deliverOne = async ({ seq, event: id, attempts }: DueDelivery): Promise<void> => {
    const event = await find(database, 'event', id);
    if (event === undefined || (await isAccepted(JSON.stringify(event)))) {
      await sql`delete from stripe_emulator.deliveries where seq = ${seq}`.execute(database);
      return;
    }
    const next = new Date(clock.now().getTime() + pauseAfter(attempts));
    await sql`update stripe_emulator.deliveries set attempts = ${attempts + 1}, due_at = ${next}
      where seq = ${seq}`.execute(database);
  };

  /** Sends every event that is due, and waits for the responses. For tests that do not call `start`. */
  const deliver = async (): Promise<void> => {
    await catchUp();
    while (!stopped.signal.aborted) {
      const due = sql<DueDelivery>`select seq, event, attempts from stripe_emulator.deliveries
        where due_at <= ${clock.now()} order by due_at, seq limit 8`;
      const { rows } = await due.execute(database);
      if (rows.length === 0) return;
      const ended = await Promise.allSettled(rows.map(deliverOne));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
    }
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await deliver().catch(onFailure);
      await setTimeout(poll, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };

  return {
    deliver,
    /** Starts the loop that delivers events and handles scheduled changes of subscriptions. */
    start: (): void => {
      running = run();
    },
    /** Stops the loop, and waits for running deliveries. */
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
    },
  };
};
