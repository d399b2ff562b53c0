import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiPaths } from '../../src/contracts/api.ts';
import type { SecurityEvents } from '../domain/events.ts';
import { Refusal } from '../domain/refusal.ts';
import { sendRefusal } from './failures.ts';
import { judgeOrigin } from './origins.ts';

const guarded = [apiPaths.playfab, '/api'];
/** Headers of an answer that a partner's script may read: a download's name, and when to try again. */
const exposedHeaders = 'content-disposition, retry-after, x-request-id';
/**
 * The request headers that PlayFab allows. They are not documented; recreations of its API answer with the same list. The
 * emulator must not allow more: a page whose monitoring adds other headers cannot sign in with PlayFab either.
 */
const playfabHeaders =
  'content-type, content-encoding, x-authentication, x-authorization, x-playfabsdk, x-reporterrorassuccess, x-secretkey, x-entitytoken, authorization, x-ms-app, x-ms-client-request-id, x-ms-user-id, traceparent, tracestate, request-id';
/** One name after the other, as browsers send them. */
const headerNames = /^[\w!#$%&'*+.^|~, -]{1,2000}$/;

/**
 * Returns the request headers that a preflight allows: those that it asks for. Monitoring in a partner's page adds headers to
 * each request (`traceparent`, `sentry-trace`, `baggage`, `x-datadog-…`), and the API reads none of them.
 */
const allowedHeaders = (path: string, asked: string | undefined): string => {
  if (path.startsWith(apiPaths.playfab)) return playfabHeaders;
  return asked !== undefined && headerNames.test(asked) ? asked : 'authorization, content-type';
};

export type OriginGuardOptions = {
  /** Origins under which the portal itself is reached. */
  ownOrigins: readonly string[];
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
    const call = isPreflight
      ? { method: asked, path, origin, type: 'application/json' }
      : { method: request.method, path, origin, type };
    const verdict = judgeOrigin(call, ownOrigins, isPartner);

    if (origin !== undefined && (verdict === 'own' || verdict === 'granted')) {
      reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders);
      if (isPreflight) {
        return reply
          .header('access-control-allow-methods', call.method)
          .header(
            'access-control-allow-headers',
            allowedHeaders(path, request.headers['access-control-request-headers']),
          )
          .header('access-control-max-age', 600)
          .code(204)
          .send();
      }
    }
    if (verdict !== 'refused') return undefined;
    events.record({ kind: 'refusal', code: 'FORBIDDEN', route: request.routeOptions.url ?? 'unknown' });
    return sendRefusal(reply, new Refusal('FORBIDDEN'));
  };
