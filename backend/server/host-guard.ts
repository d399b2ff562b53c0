import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../config-values.ts';
import { cookieOf } from './cookie.ts';

/** The key that a development server asks for when other machines can reach it; null on loopback. */
export const createDevKey = (host: string): string | null =>
  isLoopback(host) ? null : randomBytes(24).toString('base64url');

/** The name in a `Host` header, without its port. */
export const nameOf = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

/**
 * A page elsewhere can make its own name point at this machine (DNS rebinding); it can't make a browser send an
 * address or one of our names as Host.
 */
export const isKnownHost = (host: string | undefined, names: readonly string[]): boolean => {
  if (host === undefined) return false;
  const name = nameOf(host);
  return isIP(name) !== 0 || names.includes(name);
};

const cookieName = 'dev_key';
const keyOf = (request: FastifyRequest): string => {
  const header = request.headers['x-dev-key'];
  if (typeof header === 'string') return header;
  const query = new URLSearchParams(request.url.split('?')[1] ?? '').get('key');
  return query ?? cookieOf(cookieName, request.headers.cookie) ?? '';
};

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export type HostGuardOptions = {
  /** Host names besides `localhost` and addresses. */
  names: readonly string[];
  key: string | null;
};

/**
 * Development only: an unknown Host is refused, and from other machines the inbox and the stand-ins exist only for
 * whoever brings the key that the start printed: `?key=`, kept as a cookie, or the header `x-dev-key`.
 */
export const addHostGuard = (app: FastifyInstance, { names, key }: HostGuardOptions): void => {
  const known = ['localhost', ...names];
  app.addHook('onRequest', async (request, reply) => {
    if (!isKnownHost(request.headers.host, known)) {
      return reply.code(403).send({ success: false, error: 'FORBIDDEN' });
    }
    if (key === null) return;
    const brought = isSame(keyOf(request), key);
    if (brought) reply.header('set-cookie', `${cookieName}=${key}; Path=/; HttpOnly; SameSite=Strict`);
    // The route's own pattern, not the address as sent: `/%64ev/mail` is the same route.
    const pattern = request.routeOptions.url ?? '';
    if (!brought && /^\/(dev|playfab)(\/|$)/.test(pattern)) {
      return reply.code(404).send({ success: false, error: 'NOT_FOUND' });
    }
  });
};
