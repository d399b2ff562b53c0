import type { FastifyInstance } from 'fastify';

/**
 * Warns about a proxy that is not configured: every visitor then has the proxy's address and shares its limits, which
 * shows only when the first visitors are refused. The warning appears once, at the first forwarded request, because
 * anyone can forge one.
 */
export const warnOfUnnamedProxy = (app: FastifyInstance): void => {
  let isTold = false;
  app.addHook('onRequest', async (request) => {
    if (isTold || request.headers['x-forwarded-for'] === undefined) return;
    isTold = true;
    request.log.warn('a request was forwarded, and TRUST_PROXY names no proxy: all who come through one count as one');
  });
};
