import type { FastifyInstance, FastifyReply } from 'fastify';
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

/** Milliseconds in which a proxy learns from `/healthz` that a process stops, before the process closes its port. */
export const drainTime = 2_000;

/**
 * Adds the health routes. `/healthz` answers whether new requests may be sent: not while the process stops. `/readyz` is
 * also 503 while the database does not answer.
 */
export const addHealth = (
  app: FastifyInstance,
  { isReady, isStopping }: { isReady(): Promise<boolean>; isStopping?(): boolean },
): void => {
  const answer = (reply: FastifyReply, isWell: boolean) =>
    isWell ? { success: true } : sendRefusal(reply, new Refusal('SERVICE_UNAVAILABLE', 5));
  const readiness = atMostOnceASecond(isReady);
  app.get('/healthz', { config: { auth: 'public' } }, async (_request, reply) =>
    answer(reply, isStopping?.() !== true),
  );
  app.get('/readyz', { config: { auth: 'public' } }, async (_request, reply) => answer(reply, await readiness()));
};
