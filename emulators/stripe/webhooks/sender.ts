import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { StripeSimulatorOptions } from '../options.ts';
import { type StripeTables, find } from '../store.ts';
import { type DueDelivery, dueDeliveries, retryAllNow, settleDelivery } from './deliveries.ts';

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
    retryAll: async (): Promise<void> => {
      await retryAllNow(database, clock.now());
      wake();
    },
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
export type Sender = ReturnType<typeof createSender>;
