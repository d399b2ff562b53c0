import type { FastifyInstance } from 'fastify';

/** `alive` says that the process runs; `ready` that it should get requests: false while it stops or has no database. */
export const addHealth = (app: FastifyInstance, isReady: () => Promise<boolean>): void => {
  app.get('/healthz', { config: { auth: 'public' } }, async () => ({ success: true }));
  app.get('/readyz', { config: { auth: 'public' } }, async (_request, reply) => {
    if (await isReady()) return { success: true };
    return reply.code(503).header('retry-after', 5).send({ success: false, error: 'SERVICE_UNAVAILABLE' });
  });
};
