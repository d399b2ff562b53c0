import { createHmac, randomUUID } from 'node:crypto';
import type {
  DemoHappening,
  DemoStoreEventAnswer,
  DemoStoreEventBody,
} from '../../../src/contracts/demo-store-event.ts';

export type StoreEventsOptions = {
  /** Of the portal's webhook. */
  url: string;
  /** Never in a browser: who has it makes anybody a member. */
  key: string;
  /** Where the portal asks for a signature. */
  signingSecret: string | undefined;
  fetch: typeof fetch;
  clock: { now(): Date };
};

export type StoreEvents = { tell(body: DemoStoreEventBody): Promise<DemoStoreEventAnswer> };

const month = 30 * 24 * 60 * 60 * 1_000;

type Part = { type: string; cancel_reason?: string; lasts: number };
const parts: Readonly<Record<DemoHappening, Part>> = {
  bought: { type: 'INITIAL_PURCHASE', lasts: month },
  renewed: { type: 'RENEWAL', lasts: month },
  cancelled: { type: 'CANCELLATION', cancel_reason: 'UNSUBSCRIBE', lasts: month },
  expired: { type: 'EXPIRATION', lasts: 0 },
  refunded: { type: 'CANCELLATION', cancel_reason: 'CUSTOMER_SUPPORT', lasts: 0 },
};

/**
 * RevenueCat's side of the webhook, as far as the portal reads it. An account has one subscription in each store, and
 * every event happens at the beginning of a month. Marked PRODUCTION, because a sandbox event never counts.
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
