import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { parametersWithout, queryWithout, secretParameters } from '../../src/contracts/routes.ts';
import { sendRefusal } from '../api/failures.ts';
import { bareAddress } from '../domain/limits/address-key.ts';
import { Refusal } from '../domain/refusal.ts';

/** Returns the name in a `Host` header, without its port and the full stop of an absolute name. */
const hostName = (host: string): string =>
  host
    .replace(/\.?(:\d*)?$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

const foreignHost =
  'A development server answers localhost and addresses such as 127.0.0.1 only: open it by one of them. Other host names need APP_MODE=production.\n';

/**
 * Adds the host guard; development only, whose server listens on this machine. It refuses an unknown Host: a foreign
 * page can make its own name point at this machine (DNS rebinding), but it cannot make a browser send an address or
 * `localhost` as Host. A proxy on this machine could pass on requests of others, so the captured mails are hidden from
 * what it forwards.
 */
export const addHostGuard = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const name = hostName(request.headers.host ?? '');
    if (name !== 'localhost' && isIP(name) === 0) {
      if (request.url.startsWith('/api/')) return sendRefusal(reply, new Refusal('FORBIDDEN'));
      return reply.code(403).type('text/plain').send(foreignHost);
    }
    const isForwarded = Object.keys(request.headers).some((one) =>
      /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(one),
    );
    // Uses the route's pattern, not the URL as sent: `/%64ev/mail` is the same route.
    if (isForwarded && /^\/dev(\/|$)/.test(request.routeOptions.url ?? '')) {
      return sendRefusal(reply, new Refusal('NOT_FOUND'));
    }
  });
};

export type RedirectOptions = {
  /** Host names of the portal in addition to the public one, such as an earlier name. */
  redirectHosts: readonly string[];
  /** The portal's origin; no trailing slash. */
  publicUrl: string;
};

/** Returns the page at the portal's own address, regardless of the path or target, without the query's secrets. */
export const publicAddressOf = (url: string, publicUrl: string): string => {
  if (!url.startsWith('/')) return publicUrl;
  const { path, search } = splitTarget(url);
  const hasSecret = parametersWithout(search, secretParameters).size < new URLSearchParams(search).size;
  return publicUrl + path + (hasSecret ? queryWithout(search, secretParameters) : search);
};

/**
 * Redirects pages from other host names to the portal's (product-spec.md#2-screens-and-routes, "Shared elements"),
 * because sessions, consent and language belong to one origin. A call is not redirected: its body would be sent twice.
 */
export const addRedirectHosts = (app: FastifyInstance, { redirectHosts, publicUrl }: RedirectOptions): void => {
  const own = new URL(publicUrl).hostname;
  const others = new Set(redirectHosts.filter((name) => name !== own));
  if (others.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    if (others.has(hostName(request.headers.host ?? '')))
      return reply.redirect(publicAddressOf(request.url, publicUrl), 308);
  });
};

/** Removes ports of forwarded addresses: Fastify would not recognise a proxy or client that is sent as `ip:port`. */
export const removeForwardedPorts = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers }) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined) headers['x-forwarded-for'] = String(forwarded).split(',').map(bareAddress).join(', ');
  });
};

/** Splits a request's target; `search` is empty, or begins with the first question mark. */
export const splitTarget = (target: string): { path: string; search: string } => {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at) };
};

/** Escapes the broken percent signs of a path, so that it is an unknown path like any other: a page, or a failure. */
export const decodableTarget = (target: string): string => {
  const { path, search } = splitTarget(target);
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + search;
  }
};
