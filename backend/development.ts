import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { addOrUpdateUserFunction, apiPaths } from '../src/contracts/api.ts';
import { bindToken, receiveRevenueCatEvent, receiveStripeEvent } from '../src/contracts/calls/servers.ts';
import { limits } from '../src/config/limits.ts';
import type { DevelopmentConfig } from './config/load-config.ts';
import type { Database } from './db/database.ts';
import type { Clock } from './domain/clock.ts';
import { createRecoveryMail, recoveryTemplates } from './domain/accounts/recovery.ts';
import { createIdTokens } from './domain/partners/id-tokens.ts';
import type { Portal } from './domain/portal.ts';
import { createGame } from '../emulators/game/game.ts';
import { keptIdTokenKey } from '../emulators/database.ts';
import { createInbox, createMailViewer } from '../emulators/mail/inbox.ts';
import type { PlayfabOptions } from '../emulators/playfab/method.ts';
import { createPlayfabEmulator } from '../emulators/playfab/emulator.ts';
import { hashPassword } from '../emulators/playfab/secrets.ts';
import { newPlayer, playersStore } from '../emulators/playfab/store.ts';
import { createRevenueCatEmulator } from '../emulators/revenuecat/emulator.ts';
import { simulatedPriceId } from '../emulators/stripe/catalog.ts';
import { createStripeSimulator } from '../emulators/stripe/simulator.ts';
import type { StripeSimulatorOptions } from '../emulators/stripe/work.ts';
import { buildTown } from '../emulators/town/members.ts';
import { brand } from '../src/config/brand.ts';
import { createPlayfabGateway } from './gateways/playfab.ts';
import { createRevenueCatGateway } from './gateways/revenuecat.ts';
import { createStripeGateway } from './gateways/stripe.ts';
import { addHostGuard } from './server/request-target.ts';
import { createDemoServer } from './server/demo-server.ts';
import { createDevSource } from './server/dev-source.ts';
import { closeServer, listen } from './server/listen.ts';
import { rateLimitsRepository } from './store/limits.repository.ts';

/** The simulator and the demo partner listen on this machine only. */
const host = '127.0.0.1';

export const createSimulatorGateway = (
  port: number,
  { webhookSecret, publicUrl }: { webhookSecret: string; publicUrl: string },
) =>
  createStripeGateway({
    secretKey: 'sk_test_simulator',
    webhookSecrets: [webhookSecret],
    priceId: simulatedPriceId,
    publicUrl,
    server: { host, port, protocol: 'http' },
  });

type Start = Pick<StripeSimulatorOptions, 'database' | 'clock' | 'fetch' | 'onFailure'> & {
  webhookSecret: string;
  /** The portal's origin as this process reaches it. */
  portal: string;
};

/** Starts the Stripe simulator on a separate port. @returns a function that stops it. */
export const startStripeSimulator = async (
  port: number,
  { webhookSecret, portal, ...options }: Start,
): Promise<() => Promise<void>> => {
  const simulator = await createStripeSimulator({
    ...options,
    publicUrl: `http://localhost:${port}`,
    merchant: brand.name,
    webhook: { url: portal + receiveStripeEvent.path, secret: webhookSecret },
  });
  addHostGuard(simulator.app);
  await listen(simulator.app, { host, port, variable: 'STRIPE_SIMULATOR_PORT' });
  simulator.start();
  return async () => {
    await simulator.stop();
    await closeServer(simulator.app);
  };
};

/** The account that each development portal has, for tests of partners' pages (docs/partners/tag-and-package.md). */
const testAccount = { email: 'parent@home.example', password: 'correct horse battery' };

/** The query of a sample token. `age`: seconds since it was signed. */
const sampleOf = z.object({ key: z.string().default('demo'), age: z.coerce.number().min(0).max(86_400).default(0) });

export type DevelopmentOptions = {
  config: DevelopmentConfig;
  database: Database;
  clock: Clock;
  built: string;
};

/** The address of RevenueCat's emulator on the portal. */
const revenueCatPath = '/dev/revenuecat';

/** Creates what replaces the vendors, reached over HTTP like them. Production does not load this module. */
export const createDevelopment = async ({ config, database, clock, built }: DevelopmentOptions) => {
  const secretKey = randomBytes(32).toString('base64url');
  const functionSecret = randomBytes(32).toString('base64url');
  const storeKey = randomBytes(32).toString('base64url');
  const webhookSecret = `whsec_${randomBytes(24).toString('base64url')}`;
  const { stripe, publicUrl, DEV_SERVER_URL: devServer, PLAYFAB_TITLE_ID: titleId } = config;
  const own = `http://127.0.0.1:${config.PORT}`;
  // The emulators have separate tables and must not read those of the product.
  const standIns = database.withoutPlugins().$pickTables<never>();
  const inbox = await createInbox({ database: standIns, clock });
  const revenueCat = await createRevenueCatEmulator({
    database: standIns,
    clock,
    apiKey: secretKey,
    webhook: { url: own + receiveRevenueCatEvent.path, key: storeKey, fetch },
  });

  if (config.TOWN_DIR !== undefined) await buildTown({ database: standIns, clock, revenueCat }, config.TOWN_DIR);

  const functionUrl = (name: string): string | null =>
    name === addOrUpdateUserFunction ? `${own}${bindToken.path}?secret=${functionSecret}` : null;

  const gateways = {
    playfab: createPlayfabGateway({ baseUrl: own + apiPaths.playfab, titleId, secretKey }),
    // The simulator, or Stripe's own test mode.
    stripe:
      stripe === null
        ? createSimulatorGateway(config.STRIPE_SIMULATOR_PORT, { webhookSecret, publicUrl })
        : createStripeGateway({ ...stripe, publicUrl }),
    revenueCat: createRevenueCatGateway({ apiKey: secretKey, baseUrl: own + revenueCatPath }),
  };
  const secrets = {
    functionSecrets: [functionSecret],
    idTokenKeys: config.ID_TOKEN_KEYS ?? [await keptIdTokenKey(standIns)],
    revenueCatKeys: [storeKey],
  };

  const createPlayfab = (more: Pick<PlayfabOptions, 'sendRecoveryMail' | 'guard'>) =>
    createPlayfabEmulator({
      database: standIns,
      clock,
      titleId,
      secretKey,
      minPassword: limits.passwordMinimum,
      functionUrl,
      recoveryTemplates,
      ...more,
    });
  /** @returns a function that stops it; null when Stripe's own test mode is configured. */
  const startStripe = async (onFailure: (error: unknown) => void): Promise<(() => Promise<void>) | null> =>
    stripe === null
      ? startStripeSimulator(config.STRIPE_SIMULATOR_PORT, {
          database: standIns,
          clock,
          fetch,
          onFailure,
          webhookSecret,
          portal: own,
        })
      : null;

  return {
    gateways,
    secrets,
    mailer: inbox,
    startStripe,
    /** Starts PlayFab and Stripe for a command, while no server runs. @returns a function that stops them */
    startForCommand: async (): Promise<() => Promise<void>> => {
      const app = Fastify();
      await app.register(await createPlayfab({ sendRecoveryMail: async () => undefined }), {
        prefix: apiPaths.playfab,
      });
      await listen(app, { host, port: config.PORT, variable: 'PORT' });
      const stop = await startStripe(() => undefined);
      return async () => {
        await stop?.();
        await closeServer(app);
      };
    },
    /** @param onMail called when a mail was added as a job. */
    mount: async (app: FastifyInstance, portal: Portal, onMail: () => void): Promise<void> => {
      const emulator = await createPlayfab({
        sendRecoveryMail: createRecoveryMail(database, portal.limits, onMail),
        // A test suite logs in with the test account more often than a person would.
        guard: async (action, keys) =>
          action === 'login' && keys.email === testAccount.email ? null : portal.limits.consume(action, keys),
      });
      await app.register(emulator, { prefix: apiPaths.playfab });
      // Nothing changes when it exists.
      await playersStore(standIns).add([newPlayer(testAccount.email, await hashPassword(testAccount.password))]);
      await app.register(revenueCat.plugin, { prefix: revenueCatPath });
      await app.register(createMailViewer(inbox));
      // For developers and tests that sign up more often than one address may.
      app.delete('/dev/limits', async (_request, reply) => {
        await rateLimitsRepository(database).clear();
        return reply.code(204).send();
      });
      // For the tests of a partner's server: a signed result without a form, for any key and as old as the test needs
      // it.
      app.get('/dev/id-token', async (request, reply) => {
        const { success, data } = sampleOf.safeParse(request.query);
        if (!success) return reply.code(400).send({ success: false, error: 'INVALID_PAYLOAD' });
        const activatedAt = new Date(clock.now().getTime() - data.age * 1_000);
        const tokens = createIdTokens({ now: () => activatedAt }, gateways.playfab, secrets.idTokenKeys, publicUrl);
        const person = { userId: 'test-user', playfabId: 'TEST0000PLAYER00', created: false, activatedAt };
        return reply.type('text/plain').send(await tokens.ofParent(data.key, { ...person, partner: data.key }));
      });
    },
    testAccount,
    /** With Vite's dev server, the pages and files are its sources; otherwise those of the build. */
    source: devServer === undefined ? undefined : createDevSource(devServer, publicUrl),
    /** Starts the demo partner. */
    startDemo: async (): Promise<FastifyInstance> => {
      const [gameKey = ''] = config.GAME_API_KEY;
      const game = createGame({ url: own, titleId, gameKey, fetch, clock });
      const demo = await createDemoServer({ built, devServer, tellStoreEvent: revenueCat.tell, game });
      await listen(demo, { host, port: config.DEMO_PORT, variable: 'DEMO_PORT' });
      return demo;
    },
  };
};
