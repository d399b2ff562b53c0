import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { expect } from 'vitest';
import { type ApiFailure, apiPaths } from '../../src/contracts/api.ts';
import { deleteUser, readUser, resetPassword, signOut } from '../../src/contracts/calls/account.ts';
import { bindToken, receiveStripeEvent } from '../../src/contracts/calls/servers.ts';
import { activateToken } from '../../src/contracts/calls/sign-in.ts';
import { manage, purchase, readSubscription, refreshSubscription } from '../../src/contracts/calls/subscription.ts';
import { encodePParameter, platform } from '../../src/contracts/session.ts';
import { sampleLevels } from '../config/load-config.ts';
import type { Partner } from '../../src/config/partner-origins.ts';
import { type AppDependencies, createApp } from '../app.ts';
import { documentedErrors } from '../api/openapi.ts';
import type { Database } from '../db/database.ts';
import type { CallerSecrets, Gateways, PortalSettings } from '../domain/dependencies.ts';
import type { SecurityEvent } from '../domain/events.ts';
import { type MailMessage, mailMessage } from '../domain/mail/mail-message.ts';
import { createRecoveryMail, recoveryTemplates } from '../domain/accounts/recovery.ts';
import { createJobWorker, type JobFailure } from '../domain/jobs/worker.ts';
import { createPortal, type Portal } from '../domain/portal.ts';
import { createLevelFolder } from '../gateways/levels.ts';
import { createRevenueCatGateway } from '../gateways/revenuecat.ts';
import { createLogger } from '../server/log.ts';
import { createMetrics } from '../server/metrics.ts';
import type { SiteOptions } from '../server/site.ts';
import { createRevenueCatEmulator, type EmulatedSubscription } from '../../emulators/revenuecat/emulator.ts';
import { signatureOf } from '../../emulators/stripe/webhooks.ts';
import { createTestPlayfab } from './playfab.ts';
import { type Callable, createSend } from './parent-calls.ts';
import { createTestStripe, pageIdOf, webhookSecret } from './stripe.ts';
import {
  createFetchInto,
  functionSecrets,
  listedCoupon,
  testPortal,
  testSecrets,
  testTitleId,
} from './portal-parts.ts';
import { buildFolder } from './server-process.ts';
import { closeAfterAll, createFakeClock, createTestDatabase, type FakeClock } from './test-database.ts';

const partners: readonly Partner[] = [
  { key: 'web2wave', origins: ['https://funnel.numeria.example'], audience: 'parent' },
  { key: 'quiz', origins: ['https://quiz.numeria.example'], audience: 'parent' },
  { key: 'educators', origins: ['https://educators.numeria.example'], audience: 'teacher' },
  { key: 'academy', origins: ['https://academy.numeria.example'], audience: 'teacher' },
];
export const partnerOrigins = partners.flatMap(({ origins }) => origins);
export const ownOrigin = testPortal;
export const partnerOrigin = 'https://funnel.numeria.example';

/** Returns a new portal token, as the browser generates it. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns a player that no other test uses, because the tests of a file share one database. */
export const randomPlayfabId = (): string => randomBytes(8).toString('hex').toUpperCase();

/** Returns what a test compares of an answer. */
export const statusAndBody = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, answer.json()];

export const encodeP = (token: string): string => encodeURIComponent(encodePParameter(token));

/** Creates the calls of a browser for any app or server that has the API. */
export const createApiClient = (app: Callable, titleToken: () => Promise<string>) => {
  const send = createSend(app);
  const query = { p: platform };
  const client = {
    /** Calls the cloud function as PlayFab does for a signed-in player. */
    bind: async (
      playfabId: string,
      token: string,
      { secret = functionSecrets[0] ?? '', ...change }: { secret?: string; [field: string]: unknown } = {},
    ) => {
      const entity = { Id: `T${playfabId}`, Type: 'title_player_account' };
      const lineage = { TitleId: testTitleId, MasterPlayerAccountId: playfabId };
      const body = {
        FunctionArgument: { token, userApiVersion: '2.0', newParentPortalAccount: false, lang: 'en' },
        CallerEntityProfile: { Entity: entity, Lineage: lineage },
        TitleAuthenticationContext: { Id: testTitleId, EntityToken: await titleToken() },
        ...change,
      };
      return send(bindToken, { query: { secret }, body });
    },
    activate: (
      token: string,
      replaces?: string,
      more: { leaving?: 'true'; code?: string; partner?: string; shown?: string } = {},
      headers: Record<string, string> = {},
    ) => send(activateToken, { token: replaces, query, body: { token, ...more }, headers }),
    signOut: (token: string) => send(signOut, { token, query }),
    user: (token: string) => send(readUser, { token }),
    deleteAccount: (token: string, lang = 'en') => send(deleteUser, { token, query: { ...query, lang } }),
    resetPassword: (token: string, password: string, signOutDevices?: boolean) =>
      send(resetPassword, { body: { token, password, signOutDevices } }),
    /** Makes both calls of a sign-in or a renewal. @returns the new token. */
    signIn: async (
      playfabId: string,
      replaces?: string,
      more?: { leaving?: 'true'; code?: string; shown?: string },
    ) => {
      const token = newToken();
      await client.bind(playfabId, token);
      const answer = await client.activate(token, replaces, more);
      if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.body}`);
      return token;
    },
    isSignedIn: async (token: string): Promise<boolean> => (await client.user(token)).statusCode === 200,
    /** Returns the calls about the membership of a signed-in parent. */
    billing: ({ userId, token }: { userId: string; token: string }) => {
      const order = (request: { userID?: string; lang?: string; coupon?: string; shown?: string } = {}) =>
        send(purchase, { token, body: { userID: userId, lang: 'en', ...request } });
      return {
        purchase: order,
        /** Opens a payment page and returns its id. */
        openPage: async (request?: { lang?: string; coupon?: string; shown?: string }): Promise<string> => {
          const answer = await order(request);
          if (answer.statusCode !== 200) throw new Error(`no payment page: ${answer.body}`);
          return pageIdOf(answer.json().data.session.url);
        },
        manage: (customerID: string, lang = 'en') => send(manage, { token, body: { customerID, lang } }),
        refresh: (checkoutSessionID?: string) => send(refreshSubscription, { token, body: { checkoutSessionID } }),
        /** Returns the answer of the dashboard's call. */
        status: async () => (await send(readSubscription, { token })).json(),
      };
    },
  };
  return client;
};

const revenueCatApiKey = 'sk_revenuecat-of-the-tests';

/** Creates the app stores with RevenueCat's emulator, which gets its tables when the first person buys or is read. */
const createStoreShop = (database: Database, clock: FakeClock) => {
  const open = async () => {
    const [tables, webhook] = [database.withoutPlugins().$pickTables<never>(), { url: '', key: '', fetch }];
    const emulator = await createRevenueCatEmulator({ database: tables, clock, apiKey: revenueCatApiKey, webhook });
    const app = Fastify();
    await app.register(emulator.plugin);
    return { app, change: emulator.change };
  };
  let opened: ReturnType<typeof open> | undefined;
  const emulator = () => (opened ??= open());
  const into = createFetchInto(async () => (await emulator()).app);
  /** Returns a gateway that calls RevenueCat through a network. */
  const through = (network: typeof fetch) =>
    createRevenueCatGateway({ apiKey: revenueCatApiKey, baseUrl: 'http://revenuecat.example', fetch: network });
  /** Changes what RevenueCat knows about a person, who has bought thirty days in the App Store; null: nothing. */
  const change = async (appUserId: string, changes: Partial<EmulatedSubscription> | null = {}, product?: string) =>
    (await emulator()).change(appUserId, changes, product);
  return { into, through, gateway: through(into), change };
};

/** What no test changes is created once for all files of a process. */
const logger = createLogger('silent');
const built = buildFolder();

const apiPath = /^\/(api|playfab-functions|\.well-known)(\/|$)/;

const isCreation = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

/** Creates an app, and lets its answers fail if they have an error that their route does not document. */
const createObserved = async (create: () => Promise<FastifyInstance>) => {
  const added: { url: string; route: RouteOptions }[] = [];
  const observe = (message: unknown): void => {
    if (!isCreation(message)) return;
    const { fastify: app } = message;
    app.addHook('onRoute', (route) => {
      if (route.method !== 'HEAD' && apiPath.test(route.url)) added.push({ url: route.url, route });
    });
    // Every failure that a test provokes must be documented.
    app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
      const { url, schema, config } = routeOptions;
      const isDescribed = schema !== undefined && !('hide' in schema) && reply.statusCode >= 400 && method !== 'HEAD';
      if (!isDescribed || url === undefined || typeof payload !== 'string') return;
      const { error }: ApiFailure = JSON.parse(payload);
      if (documentedErrors({ method, url, config, schema }).every((code) => code !== error)) {
        throw new Error(`${method} ${url} answers ${error}, which \`errors\` of its schema does not list`);
      }
    });
  };
  subscribe('fastify.initialization', observe);
  const created = create();
  unsubscribe('fastify.initialization', observe);
  return { app: await created, added };
};

/** Replaces single members of the dependencies. */
export type TestApiOptions = {
  /** A database that tests share, or a broken one. */
  database?: Database;
  /** The database of PlayFab's emulator, for a test whose portal has a broken one. */
  playfabDatabase?: Database;
  gateways?: Partial<Gateways>;
  secrets?: Partial<CallerSecrets>;
  settings?: Partial<PortalSettings>;
  /** Adds PlayFab's emulator to the app, where a browser reaches it. */
  withPlayfab?: boolean;
  site?: Partial<SiteOptions>;
  mountTools?: AppDependencies['mountTools'];
} & { [Part in 'monitoring' | 'network' | 'headers']?: Partial<AppDependencies[Part]> };

/**
 * Creates the whole app without a port, on a new database, with a stopped clock, and the emulators in this process. Its
 * pages contain only a title.
 */
export const createTestApi = async ({
  database: given,
  playfabDatabase,
  gateways,
  secrets,
  settings,
  withPlayfab = false,
  mountTools = null,
  ...options
}: TestApiOptions = {}) => {
  const own = given === undefined ? await createTestDatabase() : { database: given, close: async () => undefined };
  const { database } = own;
  const clock = createFakeClock();
  const intoApp = createFetchInto(() => app);
  const playfab = createTestPlayfab({ database: playfabDatabase ?? database, clock }, () => ({
    functionUrl: () => `${ownOrigin}${bindToken.path}?secret=${functionSecrets[0]}`,
    recoveryTemplates,
    sendRecoveryMail: createRecoveryMail(database, portal.limits, () => undefined),
    guard: portal.limits.consume,
    fetch: intoApp,
  }));
  const stripe = createTestStripe({ database, clock }, intoApp);
  const shop = createStoreShop(database, clock);
  const events: SecurityEvent[] = [];
  const infrastructure = {
    database,
    clock,
    events: { record: (event: SecurityEvent) => void events.push(event) },
    wake: () => undefined,
  };
  const doubles = {
    playfab: playfab.gateway,
    stripe: stripe.gateway,
    revenueCat: shop.gateway,
    levelFiles: createLevelFolder(sampleLevels),
    conversions: { meta: null, measurement: null },
    ...gateways,
  };
  /** Creates the use cases again on the same database, as after a restart. `replaced` are single gateways. */
  const restarted = (replaced: Partial<Gateways> = {}, through = database): Portal =>
    createPortal({
      infrastructure: { ...infrastructure, database: through },
      gateways: { ...doubles, ...replaced },
      secrets: { ...testSecrets, ...secrets },
      settings: {
        publicUrl: testPortal,
        titleId: testTitleId,
        couponIds: [listedCoupon],
        livemode: false,
        termsVersion: '2026-12-01',
        contractTimeZone: 'Europe/Paris',
        ...settings,
      },
    });
  const portal = restarted();
  const failures: JobFailure[] = [];
  const mails: MailMessage[] = [];
  const worker = createJobWorker({
    database,
    clock,
    handlers: { ...portal.jobs, mail: async (message) => void mails.push(message) },
    onFailure: (failure) => failures.push(failure),
  });
  const { app, added } = await createObserved(() =>
    createApp({
      portal,
      monitoring: {
        logger,
        metrics: createMetrics(),
        metricsAccess: { mode: 'development', keys: [] },
        isReady: async () => true,
        ...options.monitoring,
      },
      network: {
        publicUrl: settings?.publicUrl ?? testPortal,
        redirectHosts: [],
        ownOrigins: [ownOrigin],
        trustProxy: [],
        partners,
        ...options.network,
      },
      headers: { mode: 'production', partnerOrigins, connectOrigins: [], ...options.headers },
      site: {
        built,
        keptReleases: undefined,
        legalLinks: { terms: undefined, privacy: undefined },
        ...options.site,
      },
      mountTools,
    }),
  );
  if (withPlayfab) await app.register(await playfab.plugin(), { prefix: apiPaths.playfab });
  await app.ready();
  return {
    app,
    /** The routes of the API, as later hooks left them; the method is `ANY` for one that accepts every method. */
    routes: added.map(({ url, route: { method, config } }) => ({
      method: Array.isArray(method) ? 'ANY' : method,
      url,
      auth: config?.auth,
      tokenIn: config?.tokenIn,
    })),
    portal,
    restarted,
    database,
    clock,
    playfab,
    stripe,
    /** What people buy in app stores. */
    shop,
    /** Where the members of an earlier system are added. */
    town: { database: database.withoutPlugins().$pickTables<never>(), clock, revenueCat: shop },
    /** The security events that were recorded. */
    events,
    /** `runDue` runs the jobs that are due. `mails` are the mails that these jobs sent. */
    jobs: {
      runDue: worker.runDue,
      failures,
      mails,
      /** Returns the secret of the last recovery mail that waits. */
      newestLink: async (): Promise<string> => {
        const waiting = database.selectFrom('jobs').select('payload').where('kind', '=', 'mail');
        const rows = await waiting.orderBy('entered', 'desc').execute();
        const sent = rows.map((row) => mailMessage.parse(row.payload));
        return sent.flatMap((mail) => (mail.template === 'recovery' ? [mail.values.token] : []))[0] ?? expect.fail();
      },
    },
    client: createApiClient(app, playfab.titleToken),
    close: async (): Promise<void> => {
      await Promise.all([app.close(), playfab.close(), stripe.close()]);
      await own.close();
    },
  };
};
export type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** Creates the app for the tests of a file or of a `describe`. */
export const openTestApi = (options?: TestApiOptions): Promise<TestApi> => closeAfterAll(createTestApi(options));

/** Creates a signed-in user with the calls of the portal's pages. */
export const createPayer = async (api: TestApi) => {
  const playfabId = randomPlayfabId();
  const email = `${playfabId.toLowerCase()}@example.com`;
  await api.playfab.player(playfabId, email);
  const token = await api.client.signIn(playfabId);
  const user = async () => (await api.client.user(token)).json().data;
  const userId: string = (await user()).id;
  const billing = api.client.billing({ userId, token });
  return {
    playfabId,
    email,
    token,
    userId,
    ...billing,
    customers: async (): Promise<string[]> =>
      (await user()).integrations.map(({ serviceKey }: { serviceKey: string }) => serviceKey),
    /** Opens a page and pays, before Stripe's event arrives. */
    pay: async (how?: Parameters<typeof api.stripe.pay>[1]) => api.stripe.pay(await billing.openPage(), how),
  };
};
export type Payer = Awaited<ReturnType<typeof createPayer>>;

/** Calls our webhook as Stripe would, about a customer. */
export const deliver = async ({ app, clock }: TestApi, customer: string, id = `evt_${randomPlayfabId()}`) => {
  const now = clock.now();
  const data = { object: { id: 'sub_1', customer } };
  const created = Math.floor(now.getTime() / 1_000);
  const payload = JSON.stringify({ id, type: 'customer.subscription.updated', livemode: false, created, data });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, webhookSecret, now) };
  return app.inject({ method: 'POST', url: receiveStripeEvent.path, headers, payload });
};
