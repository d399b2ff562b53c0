import type { FastifyInstance } from 'fastify';

/**
 * Behind a proxy that nobody named, every visitor has the proxy's address, and all of them share its limits. That shows
 * only when the first ones are refused, so the first forwarded request is told of: once, for anybody can forge one.
 */
export const warnOfUnnamedProxy = (app: FastifyInstance): void => {
  let isTold = false;
  app.addHook('onRequest', async (request) => {
    if (isTold || request.headers['x-forwarded-for'] === undefined) return;
    isTold = true;
    request.log.warn('a request was forwarded, and TRUST_PROXY names no proxy: all who come through one count as one');
  });
};
