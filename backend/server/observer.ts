import type { FastifyBaseLogger } from 'fastify';
import type { SecurityEvent } from '../domain/events.ts';
import type { JobFailure } from '../domain/outbox/worker.ts';
import type { StorageError } from '../db/storage-error.ts';
import { runForRequest } from '../request-id.ts';
import type { Metrics } from './metrics.ts';

const adviceFor: Readonly<Record<StorageError, string>> = {
  full: 'the disk of the database is full: free some space',
  damaged: 'the files of the database are damaged: restore a backup',
};

/** Reports what happens outside of requests: each event is logged, and counted if there is a metric for it. */
export const createObserver = (logger: FastifyBaseLogger, metrics: Metrics) => ({
  event: (event: SecurityEvent): void => {
    metrics.countEvent(event.kind);
    if (event.kind === 'webhook') metrics.observeWebhook(event.sender, event.delay);
    logger.info({ event }, 'security event');
  },
  jobFailure: (failure: JobFailure): void => {
    metrics.countJobFailure(failure.kind, failure.final);
    logger.warn({ failure }, 'a job failed');
  },
  jobDone: (kind: string): void => metrics.countJobDone(kind),
  taskFailure: (err: unknown): void => logger.error({ err }, 'a scheduled task failed'),
  storageError: (storageError: StorageError): void => logger.error({ storageError }, adviceFor[storageError]),
  // A connection breaks within the request that opened it.
  brokenConnection: (err: Error): void =>
    runForRequest(null, () => logger.warn({ err }, 'a connection to the database broke')),
});
