import { sql } from 'kysely';
import { createBrand } from '../src/config/brand.ts';
import { createApp } from './app.ts';
import type { Config, Environment } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { systemClock } from './domain/clock.ts';
import { createMailDelivery } from './domain/mails/deliver-mail.ts';
import { createOutboxWorker } from './domain/outbox/worker.ts';
import { createPortal } from './domain/portal.ts';
import { keepRetention } from './domain/retention.ts';
import { createSmtpMailer } from './gateways/mail.ts';
import { createPlayfabGateway } from './gateways/playfab.ts';
import { checkBundle } from './server/bundle-stamp.ts';
import { repeat } from './server/chores.ts';
import { greeting } from './server/greeting.ts';
import { createDevKey } from './server/host-guard.ts';
import { closeServer, listen } from './server/listen.ts';
import { createLogger } from './server/log.ts';
import { createMetrics } from './server/metrics.ts';

const clock = systemClock;
const hour = 60 * 60 * 1_000;

/** What a real PlayFab and a real mail server are reached by. */
const realEdges = ({ playfab, mail }: Extract<Config, { mode: 'production' }>) => ({
  playfab: createPlayfabGateway({ baseUrl: playfab.url, titleId: playfab.titleId, secretKey: playfab.secretKey }),
  functionSecrets: playfab.functionSecrets,
  mailer: createSmtpMailer({ url: mail.smtpUrl, from: mail.from }),
});

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
  const opened = await openDatabase(config.database, {
    now: clock.now(),
    onIdleError: (err) => logger.warn({ err }, 'a connection to the database broke'),
  });
  const { database } = opened;
  const undo: (() => Promise<unknown>)[] = [() => opened.close()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };

  try {
    const key = config.mode === 'development' ? createDevKey(config.host) : null;
    const development =
      config.mode === 'development'
        ? await import('./development.ts').then(({ createDevelopment }) =>
            createDevelopment({ config, database, clock, key, built }),
          )
        : null;
    const edges = config.mode === 'production' ? realEdges(config) : development;
    if (edges === null) throw new Error('no edges');

    const portal = createPortal({
      database,
      clock,
      playfab: edges.playfab,
      titleId: config.playfab.titleId,
      functionSecrets: edges.functionSecrets,
      events: {
        record: (event) => {
          metrics.countEvent(event.kind);
          logger.info({ event }, 'security event');
        },
      },
    });
    const brand = createBrand(env);
    const sender = { product: brand.name, supportEmail: brand.supportEmail, portal: config.publicUrl };
    const worker = createOutboxWorker({
      database,
      clock,
      handlers: { mail: createMailDelivery(edges.mailer, sender), 'delete-account': portal.deletion.run },
      onFailure: (failure) => {
        metrics.countJobFailure(failure.kind, failure.final);
        logger.warn({ failure }, 'a job failed');
      },
    });

    let isStopping = false;
    const app = await createApp({
      portal,
      logger,
      metrics,
      metricsAccess: { mode: config.mode, key: config.metricsKey },
      headers: {
        mode: config.mode,
        partnerOrigins: config.partnerOrigins,
        connectOrigins: config.mode === 'production' ? [config.playfab.url] : [],
      },
      ownOrigins:
        config.mode === 'production'
          ? [config.publicUrl]
          : [config.publicUrl, `http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`],
      trustProxy: config.trustProxy,
      countryHeader: config.countryHeader,
      isReady: async () => {
        if (isStopping) return false;
        return sql`select 1`.execute(database).then(
          () => true,
          () => false,
        );
      },
      built,
      hostGuard:
        config.mode === 'development' ? { names: [new URL(config.publicUrl).hostname, config.host], key } : null,
      mountDevelopment:
        development === null ? null : (instance) => development.mount(instance, portal, () => worker.wake()),
    });
    await listen(app, { host: config.host, port: config.port, variable: 'PORT' });
    undo.push(async () => {
      isStopping = true;
      await closeServer(app);
    });
    if (development !== null) {
      const demo = await development.startDemo();
      undo.push(() => closeServer(demo));
    }

    worker.start();
    const report = (err: unknown): void => logger.error({ err }, 'a chore failed');
    const chores = [
      repeat(hour, () => keepRetention(database, clock), report),
      repeat(hour, () => opened.snapshot(clock.now()), report),
    ];
    process.stdout.write(greeting({ config, key, restoredFrom: opened.restoredFrom }));
    return async () => {
      // Server first, so that what it promised is in the outbox; the database last.
      for (const step of undo.splice(1).reverse()) await step();
      await worker.stop();
      await Promise.all(chores.map((chore) => chore.stop()));
      edges.mailer.close();
      const newest = await opened.newestSnapshot();
      if (newest === null || clock.now().getTime() - newest.getTime() > hour) await opened.snapshot(clock.now());
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
