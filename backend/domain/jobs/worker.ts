import { limits } from '../../../src/config/limits.ts';
import type { Database } from '../../db/database.ts';
import { VendorError } from '../../gateways/vendor.ts';
import { type LeasedJob, jobsRepository } from '../../store/jobs.repository.ts';
import type { Clock } from '../clock.ts';
import { isJobKind, type JobKind, jobKinds, type JobPayload } from './jobs.ts';
import { runForRequest } from '../../request-id.ts';
import { hour } from '../../../src/lib/time.ts';

const first = 5_000;
// product-spec.md#1-what-the-product-does-and-for-whom
/** Mails must arrive within five minutes, even when the mail server is unreachable for four of them. */
const mailCap = 45_000;
/** With waits of 5, 15, 45, 45 … s the sixteenth try is ten minutes after the first. */
const promptTries = 15;

/** Retries for five days, as mail servers do (RFC 5321, section 4.5.4.1): later the address is probably mistyped. */
const mailTries = promptTries + 5 * 24 * 12;

/** Retries for three days: the measurement protocol accepts no older event, and Meta none of seven days. */
const conversionTries = 3 * 24 * 12;

/** Returns milliseconds until the next try (decisions.md#5-calls): 5, 15, 45 s … 5 min; null after enough tries. */
export const retryDelay = (kind: string, attempts: number): number | null => {
  if (kind === 'mail' && attempts > mailTries) return null;
  if (kind === 'conversion' && attempts > conversionTries) return null;
  const cap = kind === 'mail' && attempts <= promptTries ? mailCap : limits.backOffCap;
  return Math.min(first * 3 ** (attempts - 1), cap);
};

/** Thrown by a handler when a retry cannot help: the job is closed as failed and its payload is deleted. */
export class UnrecoverableError extends Error {
  override name = 'UnrecoverableError';
}

/**
 * Handlers run at least once: a crash between the effect and its record runs them again, with the same `id`.
 * Every handler ends without being stopped, because each of its calls has a deadline for the whole: the lease is
 * renewed until then.
 */
export type JobHandlers = { [Kind in JobKind]: (payload: JobPayload<Kind>, job: { id: string }) => Promise<void> };

/** The facts about a failed try that an operator may see: no payload, and no error message that could quote one. */
export type JobFailure = { kind: string; attempts: number; error: string; final: boolean };

type JobWorkerOptions = {
  database: Database;
  clock: Clock;
  handlers: JobHandlers;
  onFailure(failure: JobFailure): void;
  /**
   * Milliseconds until another worker may take the jobs of a worker that died. A worker that lives renews its leases.
   */
  lease?: number | undefined;
};

const usualLease = 30_000;
const interval = 1_000;
/** How many jobs of one kind run at the same time. Kinds share no slots, so a slow mail server delays no payment. */
const slots = 8;
/** Shorter than a lease, and with the requests' ten seconds shorter than the time that a process has to stop. */
const stopTimeout = 15_000;
const keptFinished = 30 * 24 * hour;

const run = async <Kind extends JobKind>(
  kind: Kind,
  { id, payload }: LeasedJob,
  handlers: JobHandlers,
): Promise<void> => {
  const handler: (payload: JobPayload<Kind>, job: { id: string }) => Promise<void> = handlers[kind];
  const parsed = jobKinds[kind].safeParse(payload);
  if (!parsed.success) throw new UnrecoverableError('payload');
  await handler(parsed.data, { id });
};

/** Only our own messages are known to quote nothing. */
const describe = (error: unknown): string => {
  if (error instanceof VendorError || error instanceof UnrecoverableError) return `${error.name}: ${error.message}`;
  return error instanceof Error ? error.name : 'unknown';
};

/** A job that runs here, and its lease. The lease changes when it is renewed, or when it ended and was taken again. */
type RunningJob = { job: LeasedJob; leasedUntil: number };

export type JobWorker = ReturnType<typeof createJobWorker>;

/** Creates a worker. Any number of workers, in any number of processes, may share one table. */
export const createJobWorker = ({ database, clock, handlers, onFailure, lease = usualLease }: JobWorkerOptions) => {
  const jobs = jobsRepository(database);
  const running = new Map<string, RunningJob & { ended: Promise<void> }>();
  /** Jobs that were done while the database could not record it. They must not run again after the outage. */
  const unrecorded = new Set<string>();
  /** Why the result of a job could not be recorded. */
  let outage: { error: unknown } | undefined;
  let state: 'idle' | 'polling' | 'stopped' = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: Promise<void> | undefined;
  let awake = false;
  let forgottenAt = Number.NEGATIVE_INFINITY;

  const record = async (id: string): Promise<void> => {
    await jobs.done(id, clock.now());
    unrecorded.delete(id);
  };

  /** Runs a job and records the result. @throws when the database does not record it. */
  const attempt = async (current: RunningJob): Promise<void> => {
    const { id, kind } = current.job;
    try {
      if (!isJobKind(kind)) throw new UnrecoverableError('kind');
      // An earlier attempt may have done it.
      if (!unrecorded.has(id)) await run(kind, current.job, handlers);
    } catch (error) {
      const { job } = current;
      const wait = error instanceof UnrecoverableError ? null : retryDelay(kind, job.attempts);
      onFailure({ kind, attempts: job.attempts, error: describe(error), final: wait === null });
      if (wait === null) await jobs.markUnrecoverable(job, clock.now());
      else await jobs.postpone(job, new Date(clock.now().getTime() + wait));
      return;
    }
    unrecorded.add(id);
    await record(id);
  };

  const begin = (job: LeasedJob, leasedUntil: number): void => {
    const current = running.get(job.id);
    if (current !== undefined) {
      // The lease ended while the job runs here, for example because the database was away.
      Object.assign(current, { job, leasedUntil });
      return;
    }
    const begun: RunningJob = { job, leasedUntil };
    const ended = runForRequest(job.requestId, () => attempt(begun))
      .catch((error: unknown) => {
        outage = { error };
      })
      .finally(() => {
        running.delete(job.id);
        wake();
      });
    running.set(job.id, Object.assign(begun, { ended }));
  };

  const renew = async (current: RunningJob): Promise<void> => {
    const now = clock.now().getTime();
    if (current.leasedUntil - now > (lease * 2) / 3) return;
    await jobs.renew(current.job, new Date(now + lease));
    current.leasedUntil = now + lease;
  };

  const freeSlots = (): Map<string, number> => {
    const free = new Map(Object.keys(jobKinds).map((kind) => [kind, slots]));
    for (const { job } of running.values()) free.set(job.kind, Math.max(0, (free.get(job.kind) ?? 0) - 1));
    return free;
  };

  const poll = async (): Promise<number> => {
    for (const id of unrecorded) await record(id);
    for (const current of running.values()) await renew(current);
    if (state === 'stopped') return 0;
    const now = clock.now();
    const leasedUntil = new Date(now.getTime() + lease);
    const taken = await jobs.lease(freeSlots(), now, leasedUntil);
    for (const job of taken) begin(job, leasedUntil.getTime());
    return taken.length;
  };

  const ends = (): Promise<void>[] => [...running.values()].map(({ ended }) => ended);

  const reportOutage = (): void => {
    if (outage === undefined) return;
    // The database is unreachable: the jobs are safe in it, and the next poll tries again.
    onFailure({ kind: 'jobs', attempts: 0, error: describe(outage.error), final: false });
    outage = undefined;
  };

  const runDue = async (): Promise<void> => {
    outage = undefined;
    try {
      while (outage === undefined) {
        const started = await poll();
        if (running.size > 0) await Promise.race(ends());
        else if (started === 0) return;
      }
    } finally {
      // A caller that stops the worker after an error waits for the current jobs.
      await Promise.all(ends());
    }
    const { error } = outage;
    outage = undefined;
    throw error;
  };

  const forgetOld = async (): Promise<void> => {
    const now = clock.now().getTime();
    if (now - forgottenAt < hour) return;
    forgottenAt = now;
    await jobs.forget(new Date(now - keptFinished));
  };

  const pollOnce = async (): Promise<void> => {
    try {
      while (awake) {
        awake = false;
        await poll();
      }
      await forgetOld();
    } catch (error) {
      outage = { error };
    } finally {
      reportOutage();
      polling = undefined;
      if (state === 'polling') timer = setTimeout(wake, awake ? 0 : interval);
    }
  };

  const wake = (): void => {
    awake = true;
    if (state !== 'polling' || polling !== undefined) return;
    clearTimeout(timer);
    // A request or a job that wakes the worker is not the origin of what it finds.
    polling = runForRequest(null, pollOnce);
  };

  return {
    /** Renews the leases of running jobs and starts due jobs, but does not wait for them. @returns how many started. */
    poll,
    /** Runs all jobs that are due, including those that become due in the process. */
    runDue,
    /** Starts to poll every second. */
    start: (): void => {
      state = 'polling';
      wake();
    },
    /** Polls now instead of at the next second. Call it after a transaction that added a job. */
    wake,
    /**
     * Takes no new job and waits for the current ones, at most 15 s. A longer one runs again when its lease is over.
     */
    stop: async (): Promise<void> => {
      state = 'stopped';
      clearTimeout(timer);
      await polling;
      const late = Promise.withResolvers<void>();
      const limit = setTimeout(late.resolve, stopTimeout);
      await Promise.race([Promise.all(ends()), late.promise]);
      clearTimeout(limit);
      reportOutage();
    },
  };
};
