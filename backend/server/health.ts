import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Whether the database answers; its own time limits make this end. */
export const answers = (database: Database): Promise<boolean> =>
  sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );

/** Milliseconds. Anybody may ask whether the server is ready, and each answer takes a connection to the database. */
const remembered = 1_000;

/** Asks at most once a second, however many ask at the same moment. */
const atMostOnceASecond = (isReady: () => Promise<boolean>): (() => Promise<boolean>) => {
  let answer = Promise.resolve(false);
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - askedAt >= remembered) {
      askedAt = now;
      answer = isReady();
    }
    return answer;
  };
};

/** `alive` says that the process runs; `ready` that it should get requests: false while it stops or has no database. */
export const addHealth = (app: FastifyInstance, isReady: () => Promise<boolean>): void => {
  app.get('/healthz', { config: { auth: 'public' } }, async () => ({ success: true }));
  const readiness = atMostOnceASecond(isReady);
  app.get('/readyz', { config: { auth: 'public' } }, async (_request, reply) => {
    if (await readiness()) return { success: true };
    return reply.code(503).header('retry-after', 5).send({ success: false, error: 'SERVICE_UNAVAILABLE' });
  });
};
