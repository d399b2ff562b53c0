import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackOrigin, originsOfKey, type Partner } from '../../src/config/partner-origins.ts';
import type { Audience } from '../../src/contracts/tags.ts';
import { apiPaths } from '../../src/contracts/api.ts';
import { playfabClientCalls } from '../../src/contracts/calls/servers.ts';
import { declarationPaths } from '../../src/contracts/calls/cancel.ts';
import { schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import type { SecurityEvents } from '../domain/events.ts';
import { Refusal } from '../domain/refusal.ts';
import { sendRefusal } from './failures.ts';

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

/**
 * Returns whether a call with `Origin: null` is allowed. A frame that a partner sandboxed without `allow-same-origin`
 * sends `null`, but so does any page that frames itself in that way, so `null` identifies no one. It is refused, except
 * for widget calls in a form that only a script can send after a preflight. Any server could make the same calls: each
 * call carries its own proof.
 */
const mayNullCall = (method: string, type: string | undefined): boolean =>
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
 * belongs to the portal's origin or, in a sandbox, to none, and a server could send any origin: there, the key must
 * only exist. In development, pages on this machine may have a key of another portal's table.
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

const guarded = [apiPaths.playfab, '/api'];
/** Headers of an answer that a partner's script may read: a download's name, and when to try again. */
const exposedHeaders = 'content-disposition, retry-after, x-request-id';
/**
 * The request headers that PlayFab allows. They are not documented; recreations of its API answer with the same list.
 * The emulator must not allow more: a page whose monitoring adds other headers cannot sign in with PlayFab either.
 */
const playfabHeaders =
  'content-type, content-encoding, x-authentication, x-authorization, x-playfabsdk, x-reporterrorassuccess, x-secretkey, x-entitytoken, authorization, x-ms-app, x-ms-client-request-id, x-ms-user-id, traceparent, tracestate, request-id';
/** One name after the other, as browsers send them. */
const headerNames = /^[\w!#$%&'*+.^|~, -]{1,2000}$/;

/**
 * Returns the request headers that a preflight allows: those that it asks for. Monitoring in a partner's page adds
 * headers to each request (`traceparent`, `sentry-trace`, `baggage`, `x-datadog-…`), and the API reads none of them.
 */
const allowedHeaders = (path: string, asked: string | undefined): string => {
  if (path.startsWith(apiPaths.playfab)) return playfabHeaders;
  return asked !== undefined && headerNames.test(asked) ? asked : 'authorization, content-type';
};

export type OriginGuardOptions = {
  /** Origins under which the portal itself is reached. */
  ownOrigins: readonly string[];
  /** Returns whether an origin may embed a widget, see `isPartnerOrigin`. */
  isPartner(origin: string): boolean;
  events: SecurityEvents;
};

/** Returns the answering route's path: `/%70layfab/…` is the same route. A preflight has no route, so its own path. */
const pathOf = (request: FastifyRequest, isPreflight: boolean): string => {
  const sent = request.url.split('?', 1)[0] ?? '';
  return isPreflight ? sent : (request.routeOptions.url ?? sent);
};

/** Creates a hook that answers preflights, sets CORS headers and refuses calls that a foreign page must not make. */
export const createOriginGuard =
  ({ ownOrigins, isPartner, events }: OriginGuardOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const asked = request.headers['access-control-request-method'];
    const isPreflight = request.method === 'OPTIONS' && asked !== undefined;
    const path = pathOf(request, isPreflight);
    if (!guarded.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return undefined;
    reply.header('vary', isPreflight ? 'Origin, Access-Control-Request-Headers' : 'Origin');
    const { origin, 'content-type': type } = request.headers;
    // A preflight is judged like the call that follows it, which a script sends as JSON.
    const method = isPreflight ? asked : request.method;
    const mayCall = (from: string): boolean =>
      widgetCalls.has(`${method} ${path}`) &&
      (from === 'null' ? mayNullCall(method, isPreflight ? 'application/json' : type) : isPartner(from));
    const isAllowed = origin === undefined || ownOrigins.includes(origin) || mayCall(origin);

    if (origin !== undefined && isAllowed) {
      reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders);
      if (isPreflight) {
        const headers = allowedHeaders(path, request.headers['access-control-request-headers']);
        return reply
          .header('access-control-allow-methods', method)
          .header('access-control-allow-headers', headers)
          .header('access-control-max-age', 600)
          .code(204)
          .send();
      }
    }
    if (isAllowed || safeMethods.has(method)) return undefined;
    events.record({ kind: 'refusal', code: 'FORBIDDEN', route: request.routeOptions.url ?? 'unknown' });
    return sendRefusal(reply, new Refusal('FORBIDDEN'));
  };
