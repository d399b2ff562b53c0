import type { FastifyBaseLogger } from 'fastify';
import type { SecurityEvent } from '../domain/events.ts';
import type { JobFailure } from '../domain/outbox/worker.ts';
import type { Metrics } from './metrics.ts';

/** What an operator hears of what happens beside the requests: a log line, and a count where there is one to watch. */
export const createObserver = (logger: FastifyBaseLogger, metrics: Metrics) => ({
  event: (event: SecurityEvent): void => {
    metrics.countEvent(event.kind);
    logger.info({ event }, 'security event');
  },
  jobFailure: (failure: JobFailure): void => {
    metrics.countJobFailure(failure.kind, failure.final);
    logger.warn({ failure }, 'a job failed');
  },
  choreFailure: (err: unknown): void => logger.error({ err }, 'a chore failed'),
  brokenConnection: (err: Error): void => logger.warn({ err }, 'a connection to the database broke'),
});
