import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { second } from '../../src/lib/time.ts';
import { sendRefusal } from '../api/failures.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../domain/refusal.ts';

/** Returns whether the database answers and accepts writes. The time limits of the database ensure that it ends. */
export const databaseAnswers = async (database: Database): Promise<boolean> => {
  const state = sql<{ writable: boolean }>`select current_setting('transaction_read_only') = 'off' as writable`;
  const rows = await state.execute(database).then(
    (found) => found.rows,
    () => [],
  );
  return rows[0]?.writable === true;
};

/** Returns a function that reads at most once in this time, for any number of callers. A failure is not kept. */
export const readAtMostEvery = <T>(read: () => Promise<T>, milliseconds: number): (() => Promise<T>) => {
  let kept: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (kept === undefined || performance.now() - kept.at >= milliseconds) {
      kept = { at: performance.now(), value: read() };
      kept.value.catch(() => {
        kept = undefined;
      });
    }
    return kept.value;
  };
};

/** Milliseconds in which a proxy learns from `/healthz` that a process stops, before the process closes its port. */
export const drainTime = 2_000;

/**
 * Adds `/healthz`, which is 503 while the process stops, and `/readyz`, also 503 when the database accepts no writes.
 */
export const addHealth = (
  app: FastifyInstance,
  { isReady, isStopping }: { isReady(): Promise<boolean>; isStopping?(): boolean },
): void => {
  const answer = (reply: FastifyReply, isWell: boolean) =>
    isWell ? { success: true } : sendRefusal(reply, new Refusal('SERVICE_UNAVAILABLE', 5));
  // Anyone may call, and each check uses a database connection.
  const readiness = readAtMostEvery(isReady, second);
  app.get('/healthz', { config: { auth: 'public' } }, async (_request, reply) =>
    answer(reply, isStopping?.() !== true),
  );
  app.get('/readyz', { config: { auth: 'public' } }, async (_request, reply) => answer(reply, await readiness()));
};
