import { randomUUID } from 'node:crypto';
import type { StoreEvent } from '../domain/stores/store-event.ts';
import { revenueCatKey, type TestApi } from './test-api.ts';
import { day } from '../../src/lib/durations.ts';

/** Creates RevenueCat's side of the webhook, for a purchase that lasts thirty days by the API's clock. */
export const createStoreShop = (api: TestApi) => {
  const event = (type: string, appUserId: string | null, change: Partial<StoreEvent> = {}): StoreEvent => ({
    id: randomUUID(),
    type,
    event_timestamp_ms: api.infrastructure.clock.now().getTime(),
    environment: 'PRODUCTION',
    store: 'APP_STORE',
    app_user_id: appUserId,
    original_transaction_id: `t-${appUserId}`,
    period_type: 'NORMAL',
    expiration_at_ms: api.infrastructure.clock.now().getTime() + 30 * day,
    ...change,
  });
  const post = (body: unknown, headers: Record<string, string> = { authorization: revenueCatKey }) =>
    api.app.inject({
      method: 'POST',
      url: '/api/revenuecat/webhook',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    event,
    /** Sends any body, to test what is not an event. */
    post,
    /** Sends an event. @returns the HTTP status. */
    send: async (sent: StoreEvent, headers?: Record<string, string>): Promise<number> =>
      (await post({ api_version: '1.0', event: sent }, headers)).statusCode,
  };
};
