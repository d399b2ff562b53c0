import type { Endpoints } from '../config/endpoints.ts';
import { type AnalyticsEventType, type AnalyticsLogBody, apiPaths } from '../contracts/api.ts';
import type { Language } from '../contracts/language.ts';
import type { RoutePath } from '../contracts/routes.ts';

/**
 * All that an event says: which page of ours, in which language, and on the teachers' page from which country. No
 * address, no query string, nobody's id.
 */
export type TelemetryEvent = {
  type: AnalyticsEventType;
  page: RoutePath;
  lang: Language;
  country?: string | null | undefined;
};

/** Counts and returns: never blocks, never throws, and nothing waits for an answer. */
export type Telemetry = { record(event: TelemetryEvent): void };

export type TelemetryHost = { navigator: Pick<Navigator, 'sendBeacon'>; fetch: typeof globalThis.fetch };

/**
 * First-party events to the portal's own analytics log (spec section 7), and to nobody else: forwarding is the
 * backend's. `allowed` is asked at each event: consent may come or go while the page is open. In widget mode nothing
 * is to be recorded: don't create one there.
 */
export const createTelemetry = (
  { portal }: Endpoints,
  allowed: () => boolean,
  host: TelemetryHost = window,
): Telemetry => ({
  record: ({ type, ...details }) => {
    try {
      if (!allowed()) return;
      const event: AnalyticsLogBody = {
        type,
        timestamp: new Date().toISOString(),
        data: JSON.stringify(details),
      };
      const url = portal + apiPaths.analyticsLog;
      const body = new Blob([JSON.stringify(event)], { type: 'application/json' });
      // Both outlive the page: a sign-in navigates right away. A beacon is refused when too many are under way.
      if (host.navigator.sendBeacon(url, body)) return;
      void host.fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
    } catch {
      // Counting is never worth an error.
    }
  },
});
