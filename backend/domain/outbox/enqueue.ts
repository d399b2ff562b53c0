import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { outboxRepository } from '../../store/outbox.repository.ts';
import { currentRequestId } from '../../request-id.ts';
import type { Job } from './job-kinds.ts';

/**
 * Adds a job to the outbox. Pass the transaction of the business change, so that either both happen or neither.
 * Jobs with the same `key` are one job, even after it was done (for thirty days).
 * @param notBefore the job does not start earlier.
 */
export const enqueue = async (transaction: Database, job: Job, notBefore: Date | null = null): Promise<void> => {
  await outboxRepository(transaction).add({
    id: randomUUID(),
    kind: job.kind,
    payload: job.payload,
    key: job.key ?? null,
    notBefore,
    requestId: currentRequestId(),
  });
};

/**
 * Adds a job, or puts it in the place of the waiting one with the same key. Without a job it writes as much, so that no
 * one can tell by the time of an answer whether there is one.
 */
export const enqueueNewest = async (database: Database, job: Job | null, notBefore: Date | null): Promise<void> => {
  const row = {
    id: randomUUID(),
    kind: job?.kind ?? 'mail',
    payload: job?.payload ?? {},
    key: job?.key ?? null,
    notBefore,
    requestId: currentRequestId(),
  };
  await outboxRepository(database).addNewest(row, job !== null);
};
