import { apiPaths } from '../contracts/api.ts';
import {
  type AnalyticsData,
  type AnalyticsEventType,
  type AnalyticsLogBody,
  readCountry,
} from '../contracts/calls/visits.ts';
import { randomBase64Url } from '../lib/browser.ts';
import { clientID } from '../session/client-id.ts';
import type { StorageHost } from '../session/session-store.ts';
import type { Endpoints } from '../config/endpoints.ts';
import { parseJson } from '../contracts/shapes.ts';

/** An event without address, query or account. Random ids of the visitor and of the event are added. */
export type TelemetryEvent = Pick<AnalyticsData, 'page' | 'lang'> & {
  type: AnalyticsEventType;
  country?: AnalyticsData['country'] | undefined;
};

/** Records an event and returns immediately. It never throws, and nothing waits for a response. */
export type Telemetry = { record(event: TelemetryEvent): void };

export type TelemetryHost = StorageHost & {
  navigator: Pick<Navigator, 'sendBeacon'>;
  fetch: typeof globalThis.fetch;
};

/**
 * Sends first-party events to the portal's analytics log only (product-spec.md#7-calls-made); the backend forwards
 * them. Calls `allowed` for each event: consent can change. Do not create it in a widget, where nothing is recorded.
 */
export const createTelemetry = (
  { portal }: Pick<Endpoints, 'portal'>,
  allowed: () => boolean,
  host: TelemetryHost = globalThis.window,
): Telemetry => ({
  record: ({ type, ...details }) => {
    try {
      if (!allowed()) return;
      const event: AnalyticsLogBody = {
        type,
        timestamp: new Date().toISOString(),
        data: JSON.stringify({ eventID: randomBase64Url(16), clientID: clientID(host), ...details }),
      };
      const url = portal + apiPaths.analyticsLog;
      const body = new Blob([JSON.stringify(event)], { type: 'application/json' });
      // Both requests continue after the page is closed, because a sign-in navigates immediately. A beacon is rejected
      // when too many are in flight. Both send the consent cookie, without which the backend forwards nothing.
      if (host.navigator.sendBeacon(url, body)) return;
      void host.fetch(url, { method: 'POST', body, keepalive: true, credentials: 'same-origin' }).catch(() => {});
    } catch {
      // A failure of telemetry must not affect the page.
    }
  },
});

/** Milliseconds. This is short, because a visitor who leaves earlier is not counted. */
const timeout = 2000;

/**
 * Returns the visitor's country as two letters, or null (product-spec.md#7-calls-made). Never rejects. Call it only
 * after consent to telemetry (decisions.md#8-privacy-and-consent).
 */
export const visitorCountry = async (
  { portal }: Pick<Endpoints, 'portal'>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<string | null> => {
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(portal + readCountry.path, { credentials: 'omit', cache: 'no-store', signal });
    return parseJson(await response.text(), readCountry.answer)?.country ?? null;
  } catch {
    return null;
  }
};
