import { createBrand } from '../src/config/brand.ts';
import { appSettings } from './app-settings.ts';
import { createApp } from './app.ts';
import type { Config, Environment } from './config.ts';
import { type OpenedDatabase, openDatabase } from './db/open-database.ts';
import { waitForPostgres } from './db/wait-for-postgres.ts';
import { systemClock } from './domain/clock.ts';
import { createMailDelivery } from './domain/mails/deliver-mail.ts';
import { createOutboxWorker } from './domain/outbox/worker.ts';
import { createPortal } from './domain/portal.ts';
import { keepRetention } from './domain/retention.ts';
import { openEdges } from './edges.ts';
import { createConversionClients } from './gateways/conversions/clients.ts';
import { checkBundle } from './server/bundle-stamp.ts';
import { repeat } from './server/chores.ts';
import { greeting } from './server/greeting.ts';
import { answers } from './server/health.ts';
import { createDevKey } from './server/host-guard.ts';
import { closeServer, listen } from './server/listen.ts';
import { createLogger } from './server/log.ts';
import { createMetrics } from './server/metrics.ts';
import { createObserver } from './server/observer.ts';

const clock = systemClock;
const hour = 60 * 60 * 1_000;

/** There is always a snapshot that is not much older than an hour, also when the server never runs for one. */
const keepSnapshot = async (opened: OpenedDatabase): Promise<void> => {
  const newest = await opened.newestSnapshot();
  const now = clock.now();
  if (newest === null || now.getTime() - newest.getTime() > hour / 2) await opened.snapshot(now);
};

export type ServeOptions = {
  /** The folder that the build wrote. */
  built: string;
  env: Environment;
};

/** Wires everything together and listens. @returns how to stop. */
export const serve = async (config: Config, { built, env }: ServeOptions): Promise<() => Promise<void>> => {
  checkBundle(built, config, env);
  const logger = createLogger(config.logLevel);
  const metrics = createMetrics();
  const observer = createObserver(logger, metrics);
  if (config.database.kind === 'postgres') {
    await waitForPostgres(config.database.url, { say: (sentence) => process.stderr.write(`${sentence}\n`) });
  }
  const opened = await openDatabase(config.database, {
    now: clock.now(),
    onConnectionError: observer.brokenConnection,
  });
  const { database } = opened;
  const undo: (() => Promise<unknown>)[] = [() => opened.close()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };

  try {
    const key = config.mode === 'development' ? createDevKey(config.host) : null;
    const edges = await openEdges(config, { database, clock, key, built });
    const { mailer, development } = edges;
    const portal = createPortal({
      database,
      clock,
      playfab: edges.playfab,
      titleId: config.playfab.titleId,
      functionSecrets: edges.functionSecrets,
      stripe: edges.stripe,
      billing: {
        publicUrl: config.publicUrl,
        couponIds: config.stripe.couponIds,
        livemode: config.mode === 'production',
      },
      revenueCat: edges.revenueCat,
      gameKeys: config.gameKeys,
      adminKeys: config.adminKeys,
      levelFiles: edges.levelFiles,
      conversions: createConversionClients(config.conversions),
      events: { record: observer.event },
      wake: () => worker.wake(),
    });
    const brand = createBrand(env);
    const sender = { product: brand.name, supportEmail: brand.supportEmail, portal: config.publicUrl };
    const worker = createOutboxWorker({
      database,
      clock,
      handlers: {
        ...portal.billing.jobs,
        mail: createMailDelivery(mailer, sender),
        'delete-account': portal.deletion.run,
        'store-event': portal.stores.apply,
        conversion: portal.forward,
      },
      onFailure: observer.jobFailure,
      lease: config.mode === 'development' ? config.jobLease : undefined,
    });

    let isStopping = false;
    const app = await createApp({
      ...appSettings(config, key),
      portal,
      logger,
      metrics,
      built,
      isReady: async () => !isStopping && (await answers(database)),
      mountDevelopment:
        development === null ? null : (instance) => development.mount(instance, portal, () => worker.wake()),
    });
    // Now and not only in an hour: a server that is restarted every half hour forgets in time, too.
    await keepRetention(database, clock).catch(observer.choreFailure);
    const demo = await development?.startDemo();
    if (demo !== undefined) undo.push(() => closeServer(demo));
    const stopStripe = await development?.startStripe(observer.choreFailure);
    if (stopStripe) undo.push(stopStripe);
    await listen(app, { host: config.host, port: config.port, variable: 'PORT' });

    worker.start();
    const chores = [
      repeat(hour, () => keepRetention(database, clock), observer.choreFailure),
      repeat(hour, () => keepSnapshot(opened), observer.choreFailure),
      repeat(hour, () => portal.billing.lookAgain(), observer.choreFailure),
    ];
    undo.push(
      () => keepSnapshot(opened),
      async () => mailer.close(),
      () => Promise.all(chores.map((chore) => chore.stop())),
      () => worker.stop(),
      // Before all others, so that what it promised is in the outbox.
      () => {
        isStopping = true;
        return closeServer(app);
      },
    );
    process.stdout.write(greeting({ config, key, restoredFrom: opened.restoredFrom }));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
};
