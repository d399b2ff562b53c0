import Fastify from 'fastify';
import { z } from 'zod';
import type { PlayfabOptions, RecoveryMail } from '../../emulators/playfab/context.ts';
import { createPlayfabEmulator } from '../../emulators/playfab/emulator.ts';
import { testTitleId } from './portal-parts.ts';
import { createFakeClock, createTestDatabase } from './test-database.ts';

export const secretKey = 'emulator-secret-key-of-33-letters';
export const goodPassword = 'correct horse battery';
/** The lowest cost that argon2 allows. */
export const cheapHash = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const entityToken = z.object({
  EntityToken: z.string(),
  Entity: z.object({ Id: z.string(), Type: z.string(), TypeString: z.string() }),
});
const login = z.looseObject({ PlayFabId: z.string(), SessionTicket: z.string(), EntityToken: entityToken });
export type PlayfabLogin = z.infer<typeof login>;

const answerOf = z.object({ data: z.record(z.string(), z.unknown()).optional() });
const failure = z.object({
  code: z.number(),
  error: z.string(),
  errorCode: z.number(),
  errorMessage: z.string(),
  errorDetails: z.record(z.string(), z.array(z.string())).optional(),
});
/** `data` of a success, or the error. */
export type PlayfabAnswer = { data?: Record<string, unknown>; error?: z.infer<typeof failure> };

/** Creates a client that sends the credentials which PlayFab's SDKs send: those of the last answer, or the title's key. */
const createPlayfabClient = (baseUrl: string, key?: string) => {
  let ticket: string | undefined;
  let token: string | undefined;
  const credential = (path: string): Record<string, string | undefined> => {
    if (/^(CloudScript|Authentication\/Validate)/.test(path)) return { 'x-entitytoken': token };
    return key === undefined ? { 'x-authorization': ticket } : { 'x-secretkey': key };
  };
  return {
    call: async (path: string, request: object = {}): Promise<PlayfabAnswer> => {
      const headers = new Headers({ 'content-type': 'application/json' });
      for (const [name, value] of Object.entries(credential(path))) if (value !== undefined) headers.set(name, value);
      const body = JSON.stringify({ TitleId: testTitleId, ...request });
      const answer = await fetch(`${baseUrl}/${path}`, { method: 'POST', headers, body });
      const json: unknown = await answer.json();
      if (!answer.ok) return { error: failure.parse(json) };
      const { data = {} } = answerOf.parse(json);
      const session = login.safeParse(data);
      if (session.success) ticket = session.data.SessionTicket;
      token = session.data?.EntityToken.EntityToken ?? entityToken.safeParse(data).data?.EntityToken ?? token;
      return { data };
    },
  };
};
export type PlayfabClient = ReturnType<typeof createPlayfabClient>;

/** Starts the emulator on a free port, below a prefix, on a separate database. */
export const startPlayfabEmulator = async (options: Partial<PlayfabOptions> = {}) => {
  const { database, close: closeDatabase } = await createTestDatabase();
  const clock = createFakeClock();
  const mails: RecoveryMail[] = [];
  const emulator = await createPlayfabEmulator({
    database: database.$pickTables<never>(),
    clock,
    titleId: testTitleId,
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
    page: (): PlayfabClient => createPlayfabClient(baseUrl),
    /** Creates the title's own server. */
    server: (): PlayfabClient => createPlayfabClient(baseUrl, secretKey),
    close: async (): Promise<void> => {
      await app.close();
      await closeDatabase();
    },
  };
};
export type RunningEmulator = Awaited<ReturnType<typeof startPlayfabEmulator>>;

/** @throws when the answer is not a login. */
export const loginOf = ({ data }: PlayfabAnswer): PlayfabLogin => login.parse(data);

export const register = async (page: PlayfabClient, Email: string, Password = goodPassword): Promise<PlayfabLogin> =>
  loginOf(await page.call('Client/RegisterPlayFabUser', { Email, Password, RequireBothUsernameAndEmail: false }));

/** Registers a player, and sets the contact address, as the portal does. Without one PlayFab sends no mail. */
export const registerWithContact = async (page: PlayfabClient, Email: string): Promise<PlayfabLogin> => {
  const session = await register(page, Email);
  await page.call('Client/AddOrUpdateContactEmail', { EmailAddress: Email });
  return session;
};
