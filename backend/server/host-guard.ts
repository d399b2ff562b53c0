import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cookieValues } from '../../src/contracts/cookies.ts';
import { routes } from '../../src/contracts/routes.ts';
import { sendRefusal } from '../api/failures.ts';
import { bearerOf } from '../api/guards.ts';
import { devGameKey, isLoopback } from '../../src/config/setting-values.ts';
import { Refusal } from '../domain/refusal.ts';
import { isOneOf } from '../domain/secrets.ts';

/** Creates the key that a development server requires when other machines can reach it; null on loopback. */
export const createDevKey = (host: string): string | null =>
  isLoopback(host) ? null : randomBytes(24).toString('base64url');

/** Returns the name in a `Host` header, without its port. */
export const hostName = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

/**
 * Returns whether a Host header is trusted. A foreign page can make its own name point at this machine (DNS rebinding),
 * but it cannot make a browser send an address or one of our names as Host.
 */
export const isKnownHost = (host: string | undefined, names: readonly string[]): boolean => {
  if (host === undefined) return false;
  const name = hostName(host);
  return isIP(name) !== 0 || names.includes(name);
};

const cookieName = 'dev_key';
/** Returns the keys in a request. Every port of a machine shares its cookies, so several servers may have stored one. */
const keysOf = (request: FastifyRequest): string[] => {
  const header = request.headers['x-dev-key'];
  if (typeof header === 'string') return [header];
  const query = new URLSearchParams(request.url.split('?')[1] ?? '').get('key');
  return query === null ? cookieValues(cookieName, request.headers.cookie) : [query];
};

export type HostGuardOptions = {
  /** Host names that are accepted in addition to `localhost` and addresses. */
  names: readonly string[];
  key: string | null;
  /** Whether the portal's public address is not on this machine. */
  isPublished: boolean;
  /** Whether an admin key protects the level tool. */
  hasAdminKey: boolean;
};

/**
 * Adds the host guard; development only. It refuses an unknown Host. It hides the developer's tools and refuses the
 * well-known game key when a proxy forwarded the request or the public address is on another machine. From other
 * machines, the tools and the emulators require the key that the startup banner shows: `?key=`, stored as a cookie, or
 * the header `x-dev-key`.
 */
export const addHostGuard = (
  app: FastifyInstance,
  { names, key, isPublished, hasAdminKey }: HostGuardOptions,
): void => {
  const known = ['localhost', ...names];
  app.addHook('onRequest', async (request, reply) => {
    if (!isKnownHost(request.headers.host, known)) {
      return sendRefusal(reply, new Refusal('FORBIDDEN'));
    }
    // Uses the route's pattern, not the URL as sent: `/%64ev/mail` is the same route.
    const pattern = request.routeOptions.url ?? '';
    const isTool = isDevelopmentTool(pattern, hasAdminKey);
    if (isPublished || isForwarded(request.headers)) {
      if (isTool) return sendRefusal(reply, new Refusal('NOT_FOUND'));
      if (bearerOf(request) === devGameKey) {
        return sendRefusal(reply, new Refusal('UNAUTHORIZED'));
      }
    }
    if (key === null) return;
    const brought = keysOf(request).some((given) => isOneOf(given, [key]));
    if (brought) reply.header('set-cookie', `${cookieName}=${key}; Path=/; HttpOnly; SameSite=Strict`);
    if (!brought && (isTool || /^\/playfab(\/|$)/.test(pattern))) {
      return sendRefusal(reply, new Refusal('NOT_FOUND'));
    }
  });
};

/**
 * Returns whether a proxy forwarded the request. The address of the connection is then the proxy's, so it may be this
 * machine.
 */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name));

/**
 * Returns whether a route is for the developer only: the captured mails and, while no admin key protects it, the level
 * tool.
 * @param pattern the route's pattern, not the URL as sent: `/%64ev/mail` is the same route.
 */
export const isDevelopmentTool = (pattern: string, hasAdminKey: boolean): boolean => {
  if (/^\/dev(\/|$)/.test(pattern)) return true;
  return !hasAdminKey && (pattern.replace(/\/$/, '') === routes.levels.path || pattern.startsWith('/api/admin/'));
};
