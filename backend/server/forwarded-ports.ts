import type { FastifyInstance } from 'fastify';
import { bareAddress } from '../domain/address-key.ts';

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
