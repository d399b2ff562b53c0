import { isLoopbackOrigin, originsOfKey, type Partner } from '../../src/config/partner-origins.ts';
import type { Audience } from '../../src/contracts/elements.ts';
import { apiPaths } from '../../src/contracts/api.ts';
import { playfabClientCalls } from '../../src/contracts/calls/servers.ts';
import { declarationPaths } from '../../src/contracts/calls/cancel.ts';
import { schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';

/**
 * The calls of a widget on a partner's page that are allowed across origins: those of a sign-in, a sign-up, a
 * teacher's form and a cancellation. Calls that change something are also refused without CORS, because a plain form
 * post needs no preflight.
 * No cookie grants a right here, so an origin gains no right from this list, but the list is short nevertheless.
 * Sending recovery mail is not in the list, because a widget's "forgot password" opens the portal. Requesting a change
 * of a class and declaring an end by mail are, because their forms are widgets, and only mail the owner of the address.
 */
const widgetCalls: ReadonlySet<string> = new Set([
  `PUT ${apiPaths.integrations}`,
  ...playfabClientCalls
    .filter((call) => call !== 'SendAccountRecoveryEmail')
    .map((call) => `POST ${apiPaths.playfab}/Client/${call}`),
  `POST ${apiPaths.playfab}/CloudScript/ExecuteFunction`,
  `POST ${schoolZonePaths.teachers}`,
  `PUT ${schoolZonePaths.classrooms}`,
  `POST ${schoolZonePaths.classroomLink}`,
  `POST ${declarationPaths.mailed}`,
]);

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export type OriginCall = {
  method: string;
  path: string;
  /** The `Origin` header; absent on same-origin reads and on requests that do not come from a browser. */
  origin: string | undefined;
  /** The `Content-Type` header. */
  type: string | undefined;
};
export type OriginVerdict = 'own' | 'granted' | 'ungranted' | 'refused';

/**
 * Returns whether a call with `Origin: null` is allowed. A frame that a partner sandboxed without `allow-same-origin`
 * sends `null`, but so does any page that frames itself in that way, so `null` identifies no one. It is refused, except
 * for widget calls in a form that only a script can send after a preflight. Any server could make the same calls: each
 * call carries its own proof.
 */
const mayNullCall = ({ method, type }: OriginCall): boolean =>
  method !== 'POST' || type?.toLowerCase().startsWith('application/json') === true;

/** Creates a predicate for partner origins. In development, origins on this machine are partners too. */
export const isPartnerOrigin =
  (mode: 'development' | 'production', partners: readonly string[]) =>
  (origin: string): boolean =>
    partners.includes(origin) || (mode === 'development' && isLoopbackOrigin(origin));

/** Returns whether the portal may sign a result for a key, asked by a page of this origin. */
export type SignsFor = (key: string, audience: Audience, origin: string | undefined) => boolean;

/**
 * Creates the check of the key for which a form asks. A partner's page may name its own keys only. A form in a frame
 * belongs to the portal's origin or, in a sandbox, to none, and a server could send any origin: there, the key must only
 * exist. In development, pages on this machine may have a key of another portal's table.
 */
export const createSignsFor =
  (mode: 'development' | 'production', partners: readonly Partner[], own: readonly string[]): SignsFor =>
  (key, audience, origin) => {
    if (origin !== undefined && mode === 'development' && isLoopbackOrigin(origin) && !own.includes(origin))
      return true;
    const origins = originsOfKey(key, audience, partners);
    if (origins === undefined) return false;
    return origin === undefined || origin === 'null' || own.includes(origin) || origins.includes(origin);
  };

/** Judges a call by its origin. `own` and `granted` get CORS headers in the answer; `refused` is answered 403. */
export const judgeOrigin = (
  call: OriginCall,
  own: readonly string[],
  isPartner: (origin: string) => boolean,
): OriginVerdict => {
  if (call.origin === undefined || own.includes(call.origin)) return 'own';
  const isWidgetCall = widgetCalls.has(`${call.method} ${call.path}`);
  const isKnown = call.origin === 'null' ? mayNullCall(call) : isPartner(call.origin);
  if (isWidgetCall && isKnown) return 'granted';
  return safeMethods.has(call.method) ? 'ungranted' : 'refused';
};
