import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { minute, second } from '../../src/lib/time.ts';
import { sendRefusal } from '../api/failures.ts';
import type { OpenedDatabase } from '../db/open-database.ts';
import type { SecurityEvent, WebhookSender } from '../domain/events.ts';
import type { JobFailure } from '../domain/jobs/worker.ts';
import { Refusal } from '../domain/refusal.ts';
import { readAtMostEvery } from './health.ts';
import { isOneOf } from '../domain/secrets.ts';
import { runForRequest } from '../request-id.ts';
import { jobsRepository } from '../store/jobs.repository.ts';
import { countSubscriptions } from '../store/billing.repository.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics for Prometheus: counts and times by route pattern and by kind of event, never by person. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const events = new Counter({
    name: 'security_events_total',
    help: 'Security events by kind',
    labelNames: ['kind'] as const,
    registers,
  });
  const failures = new Counter({
    name: 'jobs_failures_total',
    help: 'Tries of jobs that failed',
    labelNames: ['kind', 'final'] as const,
    registers,
  });
  const webhooks = new Histogram({
    name: 'webhook_delay_seconds',
    help: 'Time from an event at the sender until its webhook was stored here',
    labelNames: ['sender'] as const,
    buckets: [1, 5, 30, 60, 300, 1_800, 7_200, 86_400],
    registers,
  });
  /**
   * Adds a gauge that is read at each scrape. While the database is unavailable, it has no number, and the others stay
   * readable.
   */
  const addGauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Promise<readonly (readonly [labels: Record<string, string>, value: number])[]>,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const values = await read().catch(() => []);
        this.reset();
        // A gauge without labels is 0 after its reset.
        if (labelNames.length === 0) this.remove();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  };
  return {
    countEvent: (kind: string) => events.inc({ kind }),
    observeWebhook: (sender: WebhookSender, delay: number) => webhooks.observe({ sender }, delay),
    countJobFailure: (kind: string, final: boolean) => failures.inc({ kind, final: String(final) }),
    /** Adds the measurements of the database. */
    readDatabase: ({ database, connections }: Pick<OpenedDatabase, 'database' | 'connections'>): void => {
      // Metrics are collected in the order of their creation: this one before those whose queries use connections.
      if (connections() !== null) {
        addGauge(
          'database_connections',
          'Connections of the pool, and requests that wait for one',
          ['state'],
          async () => Object.entries(connections() ?? {}).map(([state, count]) => [{ state }, count]),
        );
      }
      // The two metrics of jobs are collected at the same time.
      const state = readAtMostEvery(jobsRepository(database).state, second);
      addGauge('jobs_oldest_due_seconds', 'How long the oldest job that can run has waited', [], async () => [
        [{}, (await state()).oldestDueSeconds],
      ]);
      addGauge(
        'jobs_most_attempts',
        'How often the job was tried that was tried most often, and is not done',
        [],
        async () => [[{}, (await state()).mostAttempts]],
      );
      // With many rows, counting takes long.
      const counts = readAtMostEvery(() => countSubscriptions(database), 5 * minute);
      addGauge(
        'subscriptions',
        'Subscriptions by store and status, counted every five minutes',
        ['store', 'status'],
        async () => (await counts()).map(({ store, status, count }) => [{ store, status }, count]),
      );
    },
    observe: (method: string, route: string, status: number, seconds: number) =>
      requests.observe({ method, route, status }, seconds),
    text: () => registry.metrics(),
    type: registry.contentType,
  };
};

export type MetricsAccess = { mode: 'development' | 'production'; keys: readonly string[] };

/** Without keys, everybody may in development, whose server only this machine reaches, and no one in production. */
const mayRead = (authorization: string, { mode, keys }: MetricsAccess): boolean =>
  keys.length === 0
    ? mode === 'development'
    : isOneOf(
        authorization,
        keys.map((key) => `Bearer ${key}`),
      );

export const addMetrics = (app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void => {
  app.addHook('onResponse', async (request, reply) => {
    metrics.observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { auth: 'public' } }, async (request, reply) => {
    if (!mayRead(request.headers.authorization ?? '', access)) return sendRefusal(reply, new Refusal('NOT_FOUND'));
    return reply.type(metrics.type).send(await metrics.text());
  });
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
  taskFailure: (err: unknown): void => logger.error({ err }, 'a scheduled task failed'),
  // A connection breaks within the request that opened it.
  brokenConnection: (err: Error): void =>
    runForRequest(null, () => logger.warn({ err }, 'a connection to the database broke')),
});
