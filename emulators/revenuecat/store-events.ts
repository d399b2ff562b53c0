import { createHmac, randomUUID } from 'node:crypto';
import type { DemoHappening, DemoStoreEventAnswer, DemoStoreEventBody } from '../../src/contracts/demo-store-event.ts';
import { day } from '../../src/lib/durations.ts';

export type StoreEventsOptions = {
  /** The address of the portal's webhook. */
  url: string;
  /** The key of the webhook. It must never reach a browser, because it can give a membership to every account. */
  key: string;
  /** The secret of the signature, if the portal requires one. */
  signingSecret: string | undefined;
  fetch: typeof fetch;
  clock: { now(): Date };
};

export type StoreEvents = { tell(body: DemoStoreEventBody): Promise<DemoStoreEventAnswer> };

const month = 30 * day;

type Part = { type: string; cancel_reason?: string; lasts: number };
const parts: Readonly<Record<DemoHappening, Part>> = {
  bought: { type: 'INITIAL_PURCHASE', lasts: month },
  renewed: { type: 'RENEWAL', lasts: month },
  cancelled: { type: 'CANCELLATION', cancel_reason: 'UNSUBSCRIBE', lasts: month },
  expired: { type: 'EXPIRATION', lasts: 0 },
  refunded: { type: 'CANCELLATION', cancel_reason: 'CUSTOMER_SUPPORT', lasts: 0 },
};

/**
 * Sends the events of RevenueCat's webhook, with the fields that the portal reads. An account has one subscription in
 * each store, and every event happens at the start of a month. Events are marked PRODUCTION, because the portal ignores
 * sandbox events.
 */
export const createStoreEvents = ({ url, key, signingSecret, fetch, clock }: StoreEventsOptions): StoreEvents => ({
  tell: async ({ userID, store, happening }) => {
    const now = clock.now().getTime();
    const { lasts, ...part } = parts[happening];
    const event = {
      id: randomUUID(),
      ...part,
      event_timestamp_ms: now,
      environment: 'PRODUCTION',
      store: store === 'apple' ? 'APP_STORE' : 'PLAY_STORE',
      app_user_id: userID,
      original_app_user_id: userID,
      aliases: [userID],
      product_id: 'membership.monthly',
      original_transaction_id: `demo-${store}-${userID}`,
      period_type: 'NORMAL',
      purchased_at_ms: now,
      expiration_at_ms: now + lasts,
    };
    const body = JSON.stringify({ api_version: '1.0', event });
    const headers = new Headers({ 'content-type': 'application/json', authorization: key });
    if (signingSecret !== undefined) {
      const time = Math.floor(now / 1_000);
      const digest = createHmac('sha256', signingSecret).update(`${time}.${body}`).digest('hex');
      headers.set('x-revenuecat-webhook-signature', `t=${time},v1=${digest}`);
    }
    const { status } = await fetch(url, { method: 'POST', headers, body });
    return { status, event };
  },
});
