import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sendRefusal } from '../api/failures.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../domain/refusal.ts';

/** Returns whether the database answers. The time limits of the database ensure that it ends. */
export const databaseAnswers = (database: Database): Promise<boolean> =>
  sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );

/** Milliseconds for which an answer is cached, because anyone may call and each check uses a database connection. */
const remembered = 1_000;

/** Limits a check to once a second, for any number of concurrent calls. */
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

/**
 * Adds the health routes. `alive` means that the process runs. `ready` means that it should get requests: false while
 * it stops or has no database.
 */
export const addHealth = (app: FastifyInstance, isReady: () => Promise<boolean>): void => {
  app.get('/healthz', { config: { auth: 'public' } }, async () => ({ success: true }));
  const readiness = atMostOnceASecond(isReady);
  app.get('/readyz', { config: { auth: 'public' } }, async (_request, reply) => {
    if (await readiness()) return { success: true };
    return sendRefusal(reply, new Refusal('SERVICE_UNAVAILABLE', 5));
  });
};
