import type { Database } from '../../db/database.ts';
import { type LeasedJob, outboxRepository } from '../../store/outbox.repository.ts';
import type { Clock } from '../clock.ts';
import { retryDelay } from './back-off.ts';
import { isJobKind, type JobKind, type JobPayload, jobKinds } from './job-kinds.ts';
import { hour } from '../../../src/lib/durations.ts';

/** Thrown by a handler when a retry cannot help: the job is closed as failed and its payload is deleted. */
export class UnrecoverableError extends Error {
  override name = 'UnrecoverableError';
}

/**
 * Handlers run at least once: a crash between the effect and its record runs them again, with the same `id`.
 * A handler must end within the lease, or a second worker starts the same job.
 */
export type JobHandlers = { [Kind in JobKind]: (payload: JobPayload<Kind>, job: { id: string }) => Promise<void> };

/** The facts about a failed try that an operator may see: no payload, and no error message that could quote one. */
export type JobFailure = { kind: string; attempts: number; error: string; final: boolean };

export type OutboxWorkerOptions = {
  database: Database;
  clock: Clock;
  handlers: JobHandlers;
  onFailure(failure: JobFailure): void;
  onDone?: ((kind: JobKind) => void) | undefined;
  /** Milliseconds until another worker may take the jobs of a worker that died. */
  lease?: number | undefined;
};

export type OutboxWorker = {
  /** Runs all jobs that are due, including those that become due in the process. */
  runDue(): Promise<void>;
  /** Starts to poll every second. */
  start(): void;
  /** Polls now instead of at the next second. Call it after a transaction that added a job. */
  wake(): void;
  /** Takes no new job and waits for the current ones. */
  stop(): Promise<void>;
};

const usualLease = 30_000;
const poll = 1_000;
const batch = 8;
const keptFinished = 30 * 24 * hour;

const run = async <Kind extends JobKind>(kind: Kind, job: LeasedJob, handlers: JobHandlers): Promise<void> => {
  const handler: (payload: JobPayload<Kind>, job: { id: string }) => Promise<void> = handlers[kind];
  const payload = jobKinds[kind].safeParse(job.payload);
  if (!payload.success) throw new UnrecoverableError('payload');
  await handler(payload.data, { id: job.id });
};

/** Creates a worker. Any number of workers, in any number of processes, may share one table. */
export const createOutboxWorker = ({
  database,
  clock,
  handlers,
  onFailure,
  onDone,
  lease = usualLease,
}: OutboxWorkerOptions): OutboxWorker => {
  const jobs = outboxRepository(database);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let awake = false;
  let stopped = false;
  let forgottenAt = Number.NEGATIVE_INFINITY;
  /** Jobs that were done while the database could not record it. They must not run again after the outage. */
  const unrecorded = new Map<string, LeasedJob>();

  const record = async (job: LeasedJob): Promise<void> => {
    await jobs.finish(job, 'done', clock.now());
    unrecorded.delete(job.id);
  };

  const attempt = async (job: LeasedJob): Promise<void> => {
    // It was done under an earlier lease.
    if (unrecorded.has(job.id)) return record(job);
    try {
      if (!isJobKind(job.kind)) throw new UnrecoverableError('kind');
      await run(job.kind, job, handlers);
      onDone?.(job.kind);
    } catch (error) {
      const wait = error instanceof UnrecoverableError ? null : retryDelay(job.kind, job.attempts);
      onFailure({
        kind: job.kind,
        attempts: job.attempts,
        error: error instanceof Error ? error.name : 'unknown',
        final: wait === null,
      });
      if (wait === null) await jobs.finish(job, 'failed', clock.now());
      else await jobs.postpone(job, new Date(clock.now().getTime() + wait));
      return;
    }
    unrecorded.set(job.id, job);
    await record(job);
  };

  const runDue = async (): Promise<void> => {
    for (const job of unrecorded.values()) await record(job);
    while (!stopped) {
      const now = clock.now();
      const taken = await jobs.lease(batch, now, new Date(now.getTime() + lease));
      if (taken.length === 0) return;
      // All current jobs end before an error is thrown, because a caller that stops the worker waits for them.
      const ended = await Promise.allSettled(taken.map(attempt));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
    }
  };

  const forgetOld = async (): Promise<void> => {
    const now = clock.now().getTime();
    if (now - forgottenAt < hour) return;
    forgottenAt = now;
    await jobs.forget(new Date(now - keptFinished));
  };

  const look = async (): Promise<void> => {
    try {
      while (awake) {
        awake = false;
        await runDue();
      }
      await forgetOld();
    } catch (error) {
      // The database is unreachable: the jobs are safe in it, and the next poll tries again.
      onFailure({ kind: 'outbox', attempts: 0, error: error instanceof Error ? error.name : 'unknown', final: false });
    } finally {
      running = undefined;
      if (!stopped) timer = setTimeout(wake, awake ? 0 : poll);
    }
  };

  const wake = (): void => {
    awake = true;
    if (stopped || running !== undefined) return;
    clearTimeout(timer);
    running = look();
  };

  return {
    runDue,
    start: wake,
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
