import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { outboxRepository } from '../../store/outbox.repository.ts';
import type { Job } from './job-kinds.ts';

/**
 * Promises a job. Give it the transaction of the business change: then either both happen or neither.
 * Jobs with one `key` are one job, also after it was done (for thirty days).
 * @param notBefore the job waits until then.
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
