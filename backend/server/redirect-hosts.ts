import type { FastifyInstance } from 'fastify';
import { queryWithout, secretParameters } from '../../src/contracts/routes.ts';
import { nameOf } from './host-guard.ts';
import { splitTarget } from './target.ts';

export type RedirectOptions = {
  /** Names of ours that are not the portal's, such as the one that it had before. */
  redirectHosts: readonly string[];
  /** The portal's origin; no trailing slash. */
  publicUrl: string;
};

/**
 * The same page at the portal's own address: path and query as they came, less the query's secrets. The origin is the
 * configured one, so neither a path nor an absolute request target leads anywhere else.
 */
export const publicAddressOf = (url: string, publicUrl: string): string => {
  if (!url.startsWith('/')) return publicUrl;
  const { path, search } = splitTarget(url);
  const query = new URLSearchParams(search);
  const hasSecret = secretParameters.some((name) => query.has(name));
  return publicUrl + path + (hasSecret ? queryWithout(search, secretParameters) : search);
};

/**
 * What is opened under another name of ours is opened under the portal's (spec section 2, "Shared elements"): sessions,
 * consent and language belong to one origin. Only what a browser opens or loads: a call that changes something is answered
 * where it was sent, for a redirect would send its body twice.
 */
export const addRedirectHosts = (app: FastifyInstance, { redirectHosts, publicUrl }: RedirectOptions): void => {
  const own = new URL(publicUrl).hostname;
  const others = new Set(redirectHosts.filter((name) => name !== own));
  if (others.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    if (others.has(nameOf(request.headers.host ?? '')))
      return reply.redirect(publicAddressOf(request.url, publicUrl), 308);
  });
};
