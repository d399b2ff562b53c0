import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Whether the database answers; its own time limits make this end. */
export const answers = (database: Database): Promise<boolean> =>
  sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );

/** `alive` says that the process runs; `ready` that it should get requests: false while it stops or has no database. */
export const addHealth = (app: FastifyInstance, isReady: () => Promise<boolean>): void => {
  app.get('/healthz', { config: { auth: 'public' } }, async () => ({ success: true }));
  app.get('/readyz', { config: { auth: 'public' } }, async (_request, reply) => {
    if (await isReady()) return { success: true };
    return reply.code(503).header('retry-after', 5).send({ success: false, error: 'SERVICE_UNAVAILABLE' });
  });
};
