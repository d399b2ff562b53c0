import { createJobWorker, type JobFailure, type JobHandlers, type JobWorker } from '../domain/jobs/worker.ts';
import type { Infrastructure } from '../domain/dependencies.ts';

const nothing = async (): Promise<void> => undefined;

/** Handlers for each kind of job that do nothing: override those that a test is about. */
export const idleHandlers: JobHandlers = {
  mail: nothing,
  'delete-account': nothing,
  'sync-customer': nothing,
  'sync-all': nothing,
  'sync-refund': nothing,
  'settle-checkout': nothing,
  'cancel-duplicate': nothing,
  'check-purchase': nothing,
  'tell-owner': nothing,
  'finish-reset': nothing,
  'carry-out': nothing,
  'sync-subscriber': nothing,
  conversion: nothing,
};

/** Simulates a process that is killed: so many calls answer, and the next one has its effect and throws instead. */
export const killedAfter = (calls: number) => {
  let left = calls;
  return <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await call(...given);
      left -= 1;
      if (left < 0) throw new Error('killed');
      return answer;
    };
};

/** Creates a worker that does nothing for the jobs without a given handler. */
export const createTestWorker = (
  { database, clock }: Pick<Infrastructure, 'database' | 'clock'>,
  handlers: Partial<JobHandlers>,
  onFailure: (failure: JobFailure) => void = () => undefined,
): JobWorker => createJobWorker({ database, clock, handlers: { ...idleHandlers, ...handlers }, onFailure });
