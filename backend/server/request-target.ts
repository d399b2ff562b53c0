import type { FastifyInstance } from 'fastify';
import { parametersWithout, queryWithout, secretParameters } from '../../src/contracts/routes.ts';
import { bareAddress } from '../domain/limits/address-key.ts';
import { hostName } from './host-guard.ts';

export type RedirectOptions = {
  /** Host names of the portal in addition to the public one, such as an earlier name. */
  redirectHosts: readonly string[];
  /** The portal's origin; no trailing slash. */
  publicUrl: string;
};

/**
 * Returns the same page at the portal's own address: path and query as sent, without the query's secrets. The origin is
 * the configured one, so neither a path nor an absolute request target can lead elsewhere.
 */
export const publicAddressOf = (url: string, publicUrl: string): string => {
  if (!url.startsWith('/')) return publicUrl;
  const { path, search } = splitTarget(url);
  const hasSecret = parametersWithout(search, secretParameters).size < new URLSearchParams(search).size;
  return publicUrl + path + (hasSecret ? queryWithout(search, secretParameters) : search);
};

/**
 * Redirects pages from other host names to the portal's (product-spec.md#2-screens-and-routes, "Shared elements"),
 * because sessions, consent and language belong to one origin. Only what a browser opens or loads is redirected: a call
 * that changes something is answered directly, because a redirect would send its body twice.
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

/**
 * Removes the ports of forwarded addresses before anything reads the client's address. Some proxies write `ip:port`.
 * Fastify would not recognise such a proxy, and the port would be part of the client's address.
 */
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

/**
 * Returns a request's target with a path that can be decoded. A broken percent sign stands for itself, so that such a path
 * is an unknown path like any other: people get a page, and programs get a failure.
 */
export const decodableTarget = (target: string): string => {
  const { path, search } = splitTarget(target);
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + search;
  }
};
