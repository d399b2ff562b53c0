import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type AppDependencies, createApp, type DevelopmentTools } from './app.ts';
import type { Config, Environment } from './config/load-config.ts';
import { createMetrics, createObserver, type MetricsAccess, readingsOf } from './server/metrics.ts';
import program from '../package.json' with { type: 'json' };
import { createBrand } from '../src/config/brand.ts';
import { hour } from '../src/lib/durations.ts';
import { openDatabase } from './db/open-database.ts';
import { systemClock } from './domain/clock.ts';
import { createMailDelivery } from './domain/mail/render-mail.ts';
import { createJobWorker } from './domain/jobs/worker.ts';
import { createPortal } from './domain/portal.ts';
import { keepRetention } from './domain/retention.ts';
import { openExternalServices } from './external-services.ts';
import { checkBundle, readVersion } from './server/built-files.ts';
import { databaseAnswers, drainTime } from './server/health.ts';
import { createDevKey } from './server/host-guard.ts';
import { closeServer, listen } from './server/listen.ts';
import { createLogger, type LogSource } from './server/log.ts';
import { startupBanner } from './server/startup-banner.ts';

type AppSettings = Pick<AppDependencies, 'headers' | 'network'> & {
  metricsAccess: MetricsAccess;
  /** Null in production. */
  hostGuard: DevelopmentTools['hostGuard'] | null;
};

/**
 * Converts the configuration into the settings of the app.
 * @param key the access key of a development server that other machines can reach.
 */
const appSettings = (config: Config, key: string | null): AppSettings => {
  const { mode, publicUrl, port, partners, partnerOrigins, trustProxy, countryHeader, redirectHosts } = config;
  const metricsAccess = { mode, keys: config.metricsKeys };
  const network = { publicUrl, redirectHosts, trustProxy, countryHeader, partners };
  if (config.mode === 'production') {
    return {
      metricsAccess,
      headers: { mode, partnerOrigins, connectOrigins: [config.playfab.url] },
      network: { ...network, ownOrigins: [publicUrl] },
      hostGuard: null,
    };
  }
  return {
    metricsAccess,
    // Changes of source files arrive by a WebSocket of the dev server.
    headers: { mode, partnerOrigins, connectOrigins: config.devServer ? [config.devServer.replace('http', 'ws')] : [] },
    network: { ...network, ownOrigins: [publicUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`] },
    hostGuard: {
      names: [new URL(publicUrl).hostname, config.host],
      key,
      isPublished: config.isPublished,
      hasAdminKey: config.adminKeys !== 'everybody',
    },
  };
};

const clock = systemClock;

/** A scheduled task. One run happens at a time, and a failed run is only reported. */
type ScheduledTask = { stop(): Promise<void> };

const repeat = (
  milliseconds: number,
  job: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): ScheduledTask => {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = job()
      .catch(onFailure)
      .finally(() => {
        isRunning = false;
      });
  }, milliseconds);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};

type ServeOptions = {
  /** The folder that the build wrote. */
  built: string;
  env: Environment;
};

/** Returns what every log line names: the release of this build, and the machine and port of this process. */
const sourceOf = async ({ port }: Config, built: string): Promise<LogSource> => ({
  // In development, the pages may not be built.
  release: await readVersion(join(built, 'elements')).catch(() => program.version),
  instance: `${hostname()}:${port}`,
});

/** Wires everything together and listens. @returns a function that stops the server. */
export const serve = async (config: Config, { built, env }: ServeOptions): Promise<() => Promise<void>> => {
  checkBundle(built, config, env);
  const logger = createLogger(config.logLevel, await sourceOf(config, built));
  const metrics = createMetrics();
  const observer = createObserver(logger, metrics);
  const opened = await openDatabase(config.database, { onConnectionError: observer.brokenConnection });
  const { database } = opened;
  metrics.readDatabase(readingsOf(opened));
  // A step that fails does not keep the others from running.
  const undo = new AsyncDisposableStack();
  undo.defer(() => opened.close());
  const stop = (): Promise<void> => undo.disposeAsync();

  try {
    const key = config.mode === 'development' ? createDevKey(config.host) : null;
    const { gateways, secrets, mailer, development } = await openExternalServices(config, {
      database,
      clock,
      key,
      built,
    });
    const portal = createPortal({
      infrastructure: { database, clock, events: { record: observer.event }, wake: () => worker.wake() },
      gateways,
      secrets,
      settings: {
        publicUrl: config.publicUrl,
        titleId: config.playfab.titleId,
        couponIds: config.stripe.couponIds,
        livemode: config.mode === 'production',
        leaving: config.leaving,
      },
    });
    const brand = createBrand(env);
    const { postalAddress } = config;
    const sender = { product: brand.name, supportEmail: brand.supportEmail, portal: config.publicUrl, postalAddress };
    const worker = createJobWorker({
      database,
      clock,
      handlers: {
        ...portal.jobs,
        mail: createMailDelivery(mailer, sender),
      },
      onFailure: observer.jobFailure,
      onDone: observer.jobDone,
      lease: config.mode === 'development' ? config.jobLease : undefined,
    });

    let isStopping = false;
    const { headers, network, metricsAccess, hostGuard } = appSettings(config, key);
    const isReady = async (): Promise<boolean> => !isStopping && (await databaseAnswers(database));
    const mount = async (instance: FastifyInstance): Promise<void> =>
      development?.mount(instance, portal, () => worker.wake());
    const app = await createApp({
      portal,
      monitoring: { logger, metrics, metricsAccess, isReady, isStopping: () => isStopping },
      network,
      headers,
      site: {
        built,
        keptReleases: config.keptReleases,
        legalLinks: config.legalLinks,
        source: development?.source,
      },
      development: hostGuard === null ? null : { hostGuard, mount },
    });
    // Deletes expired data at the start, not only hourly: a server may be restarted every half hour.
    await keepRetention(database, clock).catch(observer.taskFailure);
    const demo = await development?.startDemo();
    if (demo !== undefined) undo.defer(() => closeServer(demo));
    const stopStripe = await development?.startStripe(observer.taskFailure);
    if (stopStripe) undo.defer(stopStripe);
    await listen(app, { host: config.host, port: config.port, variable: 'PORT' });
    const account = await development?.addTestAccount().catch((error: unknown) => {
      observer.taskFailure(error);
      return null;
    });
    // The first visitor does not wait for the price.
    portal.billing.visitorOffer(null, '').catch(observer.taskFailure);

    worker.start();
    const tasks = [
      repeat(hour, () => keepRetention(database, clock), observer.taskFailure),
      repeat(hour, () => portal.billing.reconcile(), observer.taskFailure),
    ];
    undo.defer(() => mailer.close());
    for (const task of tasks) undo.defer(() => task.stop());
    undo.defer(() => worker.stop());
    // Stops first, so that the later steps find every job stored.
    undo.defer(async () => {
      isStopping = true;
      if (config.mode === 'production') await setTimeout(drainTime);
      await closeServer(app);
    });
    process.stdout.write(startupBanner({ config, key, account: account ?? null }));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
};
