import { createServer, type RequestListener } from 'node:http';
import Fastify from 'fastify';
import { z } from 'zod';
import { createPlayfabEmulator } from '../../emulators/playfab/emulator.ts';
import type { PlayfabOptions, RecoveryMail } from '../../emulators/playfab/context.ts';
import { createFakeClock } from './fake-clock.ts';
import { createPlayfabSdk, type PlayfabSdk, type SdkAnswer } from './playfab-sdk.ts';
import { createTestDatabase } from './test-database.ts';

export const title = 'MATHS';
export const secretKey = 'emulator-secret-key-of-33-letters';
export const goodPassword = 'correct horse battery';
/** The lowest cost that argon2 allows. */
export const cheapHash = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Starts the emulator on a free port, below a prefix, on a separate database. */
export const startPlayfabEmulator = async (options: Partial<PlayfabOptions> = {}) => {
  const { database, close: closeDatabase } = await createTestDatabase();
  const clock = createFakeClock();
  const mails: RecoveryMail[] = [];
  const emulator = await createPlayfabEmulator({
    database: database.$pickTables<never>(),
    clock,
    titleId: title,
    secretKey,
    minPassword: 8,
    passwordCost: cheapHash,
    functionUrl: () => null,
    recoveryTemplates: ['recovery-en', 'recovery-fr'],
    sendRecoveryMail: async (mail) => {
      mails.push(mail);
    },
    clientProfileOptions: ['ShowDisplayName', 'ShowContactEmailAddresses'],
    ...options,
  });
  const app = Fastify({ bodyLimit: 16_384 });
  await app.register(emulator, { prefix: '/playfab' });
  const baseUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/playfab`;
  return {
    baseUrl,
    database,
    clock,
    mails,
    /** Creates a new page where no one has signed in. */
    page: (): PlayfabSdk => createPlayfabSdk({ baseUrl, titleId: title }),
    /** Creates the title's own server. */
    server: (): PlayfabSdk => createPlayfabSdk({ baseUrl, titleId: title, secretKey }),
    close: async (): Promise<void> => {
      await app.close();
      await closeDatabase();
    },
  };
};
export type RunningEmulator = Awaited<ReturnType<typeof startPlayfabEmulator>>;

const session = z.looseObject({
  PlayFabId: z.string(),
  SessionTicket: z.string(),
  EntityToken: z.object({
    EntityToken: z.string(),
    TokenExpiration: z.string(),
    Entity: z.object({ Id: z.string(), Type: z.string(), TypeString: z.string() }),
  }),
});
export type SdkSession = z.infer<typeof session>;

/** @throws when the answer is not a login. */
export const sessionOf = ({ data }: SdkAnswer): SdkSession => session.parse(data);

export const register = async (sdk: PlayfabSdk, Email: string, Password = goodPassword): Promise<SdkSession> =>
  sessionOf(await sdk.call('Client', 'RegisterPlayFabUser', { Email, Password, RequireBothUsernameAndEmail: false }));

/** Registers a player, and sets the contact address, as the portal does. Without one PlayFab sends no mail. */
export const registerWithContact = async (sdk: PlayfabSdk, Email: string): Promise<SdkSession> => {
  const session = await register(sdk, Email);
  await sdk.call('Client', 'AddOrUpdateContactEmail', { EmailAddress: Email });
  return session;
};

/** Starts a small HTTP server on a free port. */
export const startHttpServer = async (listener: RequestListener) => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
