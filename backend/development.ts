import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addOrUpdateUserFunction, apiPaths, serverPaths } from '../src/contracts/api.ts';
import { limits } from '../src/config/limits.ts';
import type { DevelopmentConfig } from './config/load-config.ts';
import type { Database } from './db/database.ts';
import { createSimulatorGateway, startStripeSimulator } from './development-stripe.ts';
import type { Clock } from './domain/clock.ts';
import { createRecoveryMail, recoveryTemplates } from './domain/mail/recovery-mail.ts';
import type { Portal } from './domain/portal.ts';
import { createGame } from '../emulators/game/game.ts';
import { keptIdTokenKey } from '../emulators/id-token-key.ts';
import { createInbox } from '../emulators/mail/inbox.ts';
import { createMailViewer } from '../emulators/mail/viewer.ts';
import { createPlayfabEmulator } from '../emulators/playfab/emulator.ts';
import { createRevenueCatEmulator } from '../emulators/revenuecat/emulator.ts';
import { createPlayfabGateway } from './gateways/playfab.ts';
import { createRevenueCatGateway } from './gateways/revenuecat.ts';
import { createStripeGateway } from './gateways/stripe.ts';
import { createDemoServer } from './server/demo-server.ts';
import { createDevSource } from './server/dev-source.ts';
import { listen } from './server/listen.ts';
import { rateLimitsRepository } from './store/limits.repository.ts';

/** The account that each development portal has, for tests of partners' pages (docs/partners/tag-and-package.md). */
export const testAccount = { email: 'parent@home.example', password: 'correct horse battery' };

const refusal = z.object({ error: z.string().optional() });
/** The account exists, or is being deleted. The next start creates it then. */
const expected = ['EmailAddressNotAvailable', 'AccountDeleted'];

export type EmulatorAccess = {
  /** The address of this process. */
  own: string;
  titleId: string;
  send: typeof fetch;
};

/**
 * Creates the test account, unless it exists.
 * @throws when the emulator refuses it for another reason.
 */
export const createTestAccount = async ({ own, titleId, send }: EmulatorAccess): Promise<void> => {
  const { email: Email, password: Password } = testAccount;
  const answer = await send(`${own}${apiPaths.playfab}/Client/RegisterPlayFabUser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ TitleId: titleId, Email, Password, RequireBothUsernameAndEmail: false }),
  });
  if (answer.ok) return;
  const { error = String(answer.status) } = refusal.parse(await answer.json());
  if (!expected.includes(error)) throw new Error(`The test account was not created: ${error}`);
};

export type DevelopmentOptions = {
  config: DevelopmentConfig;
  database: Database;
  clock: Clock;
  /** The access key that the host guard requires of other machines, and therefore of this process's calls too. */
  key: string | null;
  built: string;
};

/** The address of RevenueCat's emulator on the portal. */
const revenueCatPath = '/dev/revenuecat';

/** Returns the address under which this process reaches its own server. */
const ownAddress = ({ host, port }: DevelopmentConfig): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Creates the emulators of PlayFab, Stripe, RevenueCat and the mail server, and the demo partner. They are reached over HTTP and
 * through the same interfaces as the real services. Production does not load this module.
 */
export const createDevelopment = async ({ config, database, clock, key, built }: DevelopmentOptions) => {
  const secretKey = randomBytes(32).toString('base64url');
  const functionSecret = randomBytes(32).toString('base64url');
  const storeKey = randomBytes(32).toString('base64url');
  const webhookSecret = `whsec_${randomBytes(24).toString('base64url')}`;
  const { stripe, publicUrl, devServer } = config;
  const { titleId } = config.playfab;
  const own = ownAddress(config);
  // The emulators have separate tables and must not read those of the product.
  const standIns = database.$pickTables<never>();
  const inbox = await createInbox({ database: standIns, clock });
  const withKey: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (key !== null) headers.set('x-dev-key', key);
    return fetch(input, { ...init, headers });
  };

  const revenueCat = await createRevenueCatEmulator({
    database: standIns,
    clock,
    apiKey: secretKey,
    webhook: { url: own + serverPaths.revenueCatWebhook, key: storeKey, fetch: withKey },
  });

  const functionUrl = (name: string): string | null =>
    name === addOrUpdateUserFunction ? `${own}${serverPaths.playfabFunction}?secret=${functionSecret}` : null;

  return {
    gateways: {
      playfab: createPlayfabGateway({ baseUrl: own + apiPaths.playfab, titleId, secretKey, fetch: withKey }),
      // The simulator, or Stripe's own test mode.
      stripe:
        stripe.kind === 'stripe'
          ? createStripeGateway({ ...stripe, publicUrl })
          : createSimulatorGateway(stripe, { webhookSecret, publicUrl }),
      revenueCat: createRevenueCatGateway({ apiKey: secretKey, baseUrl: own + revenueCatPath, fetch: withKey }),
    },
    secrets: {
      functionSecrets: [functionSecret],
      idTokenKeys: config.idTokenKeys ?? [await keptIdTokenKey(standIns)],
      revenueCatKeys: [storeKey],
    },
    mailer: inbox,
    /** @param onMail called when a mail was added as a job. */
    mount: async (app: FastifyInstance, portal: Portal, onMail: () => void): Promise<void> => {
      const emulator = await createPlayfabEmulator({
        database: standIns,
        clock,
        titleId,
        secretKey,
        minPassword: limits.passwordMinimum,
        functionUrl,
        clientProfileOptions: ['ShowDisplayName', 'ShowContactEmailAddresses'],
        recoveryTemplates,
        sendRecoveryMail: createRecoveryMail(database, portal.limits, onMail),
        // A test suite logs in with the test account more often than a person would.
        guard: async (action, keys) =>
          action === 'login' && keys.email === testAccount.email ? null : portal.limits.consume(action, keys),
      });
      await app.register(emulator, { prefix: apiPaths.playfab });
      await app.register(revenueCat.plugin, { prefix: revenueCatPath });
      await app.register(createMailViewer(inbox));
      // For developers and tests that sign up more often than one address may.
      app.delete('/dev/limits', async (_request, reply) => {
        await rateLimitsRepository(database).clear();
        return reply.code(204).send();
      });
    },
    /** Creates the test account once the server listens. A portal that other machines reach has none: null. */
    addTestAccount: async (): Promise<typeof testAccount | null> => {
      if (config.isPublished) return null;
      await createTestAccount({ own, titleId, send: withKey });
      return testAccount;
    },
    /** With Vite's dev server, the pages and files are its sources; otherwise those of the build. */
    source: devServer === undefined ? undefined : createDevSource(devServer, publicUrl),
    /** @returns a function that stops it; null when Stripe's own test mode is configured. */
    startStripe: async (onFailure: (error: unknown) => void): Promise<(() => Promise<void>) | null> =>
      stripe.kind === 'stripe'
        ? null
        : startStripeSimulator(stripe, {
            database: standIns,
            clock,
            fetch: withKey,
            onFailure,
            webhookSecret,
            portal: own,
          }),
    /** Starts the demo partner, on this machine only, regardless of HOST. */
    startDemo: async (): Promise<FastifyInstance> => {
      const [gameKey = ''] = config.gameKeys;
      const game = createGame({ url: own, titleId, gameKey, fetch: withKey, clock });
      const demo = await createDemoServer({ built, devServer, tellStoreEvent: revenueCat.tell, game });
      await listen(demo, { host: '127.0.0.1', port: config.demoPort, variable: 'DEMO_PORT' });
      return demo;
    },
  };
};
export type Development = Awaited<ReturnType<typeof createDevelopment>>;
