import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { outboxRepository } from '../../store/outbox.repository.ts';
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
  });
};
