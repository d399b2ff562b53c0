import { closed, matching, nullable, object, oneOf, textOf } from '../shapes.ts';
import { apiPaths } from '../api.ts';
import { consentCookie, cookieValues } from '../cookies.ts';
import type { Language } from '../language.ts';
import { utcPattern } from '../moments.ts';
import type { RoutePath } from '../routes.ts';
import { type BodyOf, call, nothing } from './call.ts';

/** Counts an event of a first-party page (product-spec.md#3-entities-and-their-fields). `data`: an `AnalyticsData`. */
export const logEvent = call({
  method: 'POST',
  path: apiPaths.analyticsLog,
  auth: 'public',
  body: closed(
    object({
      type: oneOf(['page_view', 'sign_up', 'sign_in', 'teacher_sign_up']),
      timestamp: matching(utcPattern),
      data: textOf(512),
    }),
  ),
  answer: nothing,
});
export type AnalyticsLogBody = BodyOf<typeof logEvent>;
export type AnalyticsEventType = AnalyticsLogBody['type'];

export const readCountry = call({
  method: 'GET',
  path: apiPaths.geolocation,
  auth: 'public',
  answer: object({ country: nullable(matching(/^[A-Z]{2}$/)) }),
});

/** Returns whether telemetry is allowed: only when every cookie of this name has the value of a click. */
export const permitsTelemetry = (cookies: string | undefined): boolean => {
  const values = cookieValues(consentCookie.name, cookies);
  return values.length > 0 && values.every((value) => value === consentCookie.clicked);
};

/**
 * The content of an event's `data`: no account id, address or query. `eventID` is random, so that a repetition counts
 * once, also at receivers. `clientID` is created after consent only. `country`: two letters, on the teachers' pages.
 */
export type AnalyticsData = {
  eventID: string;
  clientID: string;
  page: RoutePath;
  lang: Language;
  country?: string | null;
};
