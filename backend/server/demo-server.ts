import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { isLoopback } from '../config-values.ts';

/** Somebody else's website, on another site than the portal: plain files. Development only. */
export const createDemoServer = async (built: string): Promise<FastifyInstance> => {
  const app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopback(request.hostname.replace(/^\[|\]$/g, ''))) return reply.code(403).send('Unknown host');
  });
  await app.register(fastifyStatic, {
    root: join(built, 'demo'),
    preCompressed: true,
    extensions: ['html'],
    cacheControl: false,
  });
  return app;
};
