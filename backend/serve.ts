import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type AppDependencies, createApp } from './app.ts';
import type { Config, Environment } from './config/load-config.ts';
import { createMetrics, createObserver } from './server/metrics.ts';
import program from '../package.json' with { type: 'json' };
import { createBrand } from '../src/config/brand.ts';
import { routes } from '../src/contracts/routes.ts';
import { hour, second } from '../src/lib/time.ts';
import { openDatabase } from './db/open-database.ts';
import { systemClock } from './domain/clock.ts';
import { createMailDelivery } from './domain/mail/render-mail.ts';
import { createJobWorker } from './domain/jobs/worker.ts';
import { createPortal } from './domain/portal.ts';
import { keepRetention } from './domain/jobs/retention.ts';
import { openExternalServices } from './external-services.ts';
import { checkBundle, readVersion } from './server/built-files.ts';
import { databaseAnswers, drainTime } from './server/health.ts';
import { closeServer, listen } from './server/listen.ts';
import { createLogger } from './server/log.ts';

/** Converts the configuration into the settings of the app. */
const appSettings = (config: Config): Pick<AppDependencies, 'headers' | 'network'> => {
  const { mode, publicUrl, partners, partnerOrigins, PORT, DEV_SERVER_URL: devServer } = config;
  const isProduction = config.mode === 'production';
  return {
    headers: {
      mode,
      partnerOrigins,
      // Changes of source files arrive by a WebSocket of the dev server.
      connectOrigins: isProduction ? [config.playfabUrl] : devServer ? [devServer.replace('http', 'ws')] : [],
    },
    network: {
      publicUrl,
      redirectHosts: config.REDIRECT_HOSTS,
      trustProxy: config.TRUST_PROXY,
      partners,
      ownOrigins: isProduction ? [publicUrl] : [publicUrl, `http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`],
    },
  };
};

const clock = systemClock;

/** Runs a task hourly after its last run. A failed run is only reported. @returns a function that stops it. */
const repeat = (job: () => Promise<unknown>, onFailure: (error: unknown) => void): (() => Promise<void>) => {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await setTimeout(hour, undefined, ending);
      await job().catch(onFailure);
    }
  };
  const running = run().catch(() => undefined);
  return () => {
    ending.abort();
    return running;
  };
};

/** Returns the startup banner. @param account of a development portal, for tests of partners' pages. */
const startupBanner = (config: Config, account: { email: string; password: string } | null): string => {
  const { publicUrl } = config;
  if (config.mode === 'production') return `The portal listens on port ${config.PORT} as ${publicUrl}.\n`;
  const lines = [
    `Portal   ${publicUrl}${routes.signUp.path}  sign up, then sign in`,
    `Teachers ${publicUrl}${routes.teacherSignUp.path}  a classroom of your own; the partner’s page has one that plays`,
    `Partner  http://127.0.0.1:${config.DEMO_PORT}  somebody else’s website with the same forms in it`,
    `Mail     ${publicUrl}/dev/mail  what the portal would have sent`,
  ];
  if (account !== null)
    lines.push(`Account  ${account.email}, password "${account.password}"  for tests of your pages`);
  const simulator = `http://localhost:${config.STRIPE_SIMULATOR_PORT}`;
  if (config.stripe === null) lines.push(`Stripe   ${simulator}  a simulation: test cards, its clock, its webhooks`);
  const loss = 'survives a crash of this program; a power cut may damage it';
  if (config.database.kind === 'embedded') lines.push(`Data     ${config.DATA_DIR}  ${loss}`);
  return `${lines.join('\n')}\n`;
};

type ServeOptions = {
  /** The folder that the build wrote. */
  built: string;
  env: Environment;
};

/** Wires everything together and listens. @returns a function that stops the server. */
export const servePortal = async (config: Config, { built, env }: ServeOptions): Promise<() => Promise<void>> => {
  checkBundle(built, config, env);
  const logger = createLogger(config.LOG_LEVEL, {
    // In development, the pages may not be built.
    release: await readVersion(join(built, 'elements')).catch(() => program.version),
    instance: `${hostname()}:${config.PORT}`,
  });
  const metrics = createMetrics();
  const observer = createObserver(logger, metrics);
  const opened = await openDatabase(config.database, { onConnectionError: observer.brokenConnection });
  const { database } = opened;
  metrics.readDatabase(opened);
  // A step that fails does not keep the others from running.
  const undo = new AsyncDisposableStack();
  undo.defer(() => opened.close());
  const stop = (): Promise<void> => undo.disposeAsync();

  try {
    const { gateways, secrets, mailer, development } = await openExternalServices(config, { database, clock, built });
    const portal = createPortal({
      infrastructure: { database, clock, events: { record: observer.event }, wake: () => worker.wake() },
      gateways,
      secrets,
      settings: {
        publicUrl: config.publicUrl,
        titleId: config.PLAYFAB_TITLE_ID,
        couponIds: config.STRIPE_COUPON_IDS,
        livemode: config.mode === 'production',
        termsVersion: config.TERMS_VERSION,
        contractTimeZone: config.CONTRACT_TIME_ZONE,
      },
    });
    const brand = createBrand(env);
    const sender = {
      product: brand.name,
      supportEmail: brand.supportEmail,
      portal: config.publicUrl,
      timeZone: config.CONTRACT_TIME_ZONE,
      postalAddress: config.MAIL_POSTAL_ADDRESS,
    };
    const worker = createJobWorker({
      database,
      clock,
      handlers: { ...portal.jobs, mail: createMailDelivery(mailer, sender) },
      onFailure: observer.jobFailure,
      lease: config.JOB_LEASE_SECONDS === undefined ? undefined : config.JOB_LEASE_SECONDS * second,
    });

    let isStopping = false;
    const isReady = async (): Promise<boolean> => !isStopping && (await databaseAnswers(database));
    const app = await createApp({
      portal,
      monitoring: {
        logger,
        metrics,
        metricsAccess: { mode: config.mode, keys: config.METRICS_KEY },
        isReady,
        isStopping: () => isStopping,
        isOverloaded: opened.isOverloaded,
      },
      ...appSettings(config),
      site: {
        built,
        keptReleases: config.RELEASES_DIR,
        legalLinks: { terms: config.VITE_TERMS_URL, privacy: config.VITE_PRIVACY_URL },
        source: development?.source,
      },
      mountTools: development && ((instance) => development.mount(instance, portal, () => worker.wake())),
    });
    // Deletes expired data at the start, not only hourly: a server may be restarted every half hour.
    await keepRetention(database, clock).catch(observer.taskFailure);
    const demo = await development?.startDemo();
    if (demo !== undefined) undo.defer(() => closeServer(demo));
    const stopStripe = await development?.startStripe(observer.taskFailure);
    if (stopStripe) undo.defer(stopStripe);
    await listen(app, { host: config.HOST ?? '127.0.0.1', port: config.PORT, variable: 'PORT' });
    // The first visitor does not wait for the price.
    portal.billing.visitorOffer(null, '').catch(observer.taskFailure);

    worker.start();
    undo.defer(() => mailer.close());
    for (const task of [() => keepRetention(database, clock), portal.billing.reconcile, portal.stores.reconcile]) {
      undo.defer(repeat(task, observer.taskFailure));
    }
    undo.defer(() => worker.stop());
    // Stops first, so that the later steps find every job stored.
    undo.defer(async () => {
      isStopping = true;
      if (config.mode === 'production') await setTimeout(drainTime);
      await closeServer(app);
    });
    process.stdout.write(startupBanner(config, development?.testAccount ?? null));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
};
