import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../api/failures.ts';
import { Refusal } from '../domain/refusal.ts';

/** Returns the name in a `Host` header, without its port. */
export const hostName = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

/**
 * Adds the host guard; development only, whose server listens on this machine. It refuses an unknown Host: a foreign page
 * can make its own name point at this machine (DNS rebinding), but it cannot make a browser send an address or `localhost`
 * as Host. A proxy on this machine could pass on requests of others, so the captured mails are hidden from what it forwards.
 */
export const addHostGuard = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const name = hostName(request.headers.host ?? '');
    if (name !== 'localhost' && isIP(name) === 0) return sendRefusal(reply, new Refusal('FORBIDDEN'));
    const isForwarded = Object.keys(request.headers).some((one) =>
      /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(one),
    );
    // Uses the route's pattern, not the URL as sent: `/%64ev/mail` is the same route.
    if (isForwarded && /^\/dev(\/|$)/.test(request.routeOptions.url ?? '')) {
      return sendRefusal(reply, new Refusal('NOT_FOUND'));
    }
  });
};
