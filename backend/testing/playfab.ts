import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { createPlayfabEmulator } from '../../emulators/playfab/emulator.ts';
import type { PlayfabOptions, RecoveryMail } from '../../emulators/playfab/method.ts';
import { newRecoveryToken, newSessionTicket } from '../../emulators/playfab/secrets.ts';
import { credentialsStore, playersStore, recoveriesStore } from '../../emulators/playfab/store.ts';
import { day } from '../../src/lib/time.ts';
import type { Database } from '../db/database.ts';
import { createPlayfabGateway } from '../gateways/playfab.ts';
import { createFetchInto, testTitleId } from './portal-parts.ts';
import { closeAfterAll, createFakeClock, createTestDatabase, type FakeClock } from './test-database.ts';

export const secretKey = 'emulator-secret-key-of-33-letters';
export const goodPassword = 'correct horse battery';

const entityToken = z.object({
  EntityToken: z.string(),
  Entity: z.object({ Id: z.string(), Type: z.string(), TypeString: z.string() }),
});
const login = z.looseObject({ PlayFabId: z.string(), SessionTicket: z.string(), EntityToken: entityToken });
type PlayfabLogin = z.infer<typeof login>;

const answerOf = z.object({ data: z.record(z.string(), z.unknown()).optional() });
const failure = z.object({
  code: z.number(),
  error: z.string(),
  errorCode: z.number(),
  errorMessage: z.string(),
  errorDetails: z.record(z.string(), z.array(z.string())).optional(),
});
/** `data` of a success, or the error. */
type PlayfabAnswer = { data?: Record<string, unknown>; error?: z.infer<typeof failure> };

const root = 'http://playfab.example/playfab';

/** Creates a client that sends the credentials of PlayFab's SDKs: those of the last answer, or the title's key. */
const createPlayfabClient = (network: typeof fetch, key?: string) => {
  let ticket = '';
  let token = '';
  return {
    call: async (path: string, request: object = {}): Promise<PlayfabAnswer> => {
      const ofPlayer = key === undefined ? { 'x-authorization': ticket } : { 'x-secretkey': key };
      const isAboutEntity = /^(CloudScript|Authentication\/Validate)/.test(path);
      const headers = {
        'content-type': 'application/json',
        ...(isAboutEntity ? { 'x-entitytoken': token } : ofPlayer),
      };
      const body = JSON.stringify({ TitleId: testTitleId, ...request });
      const answer = await network(`${root}/${path}`, { method: 'POST', headers, body });
      const json: unknown = await answer.json();
      if (!answer.ok) return { error: failure.parse(json) };
      const { data = {} } = answerOf.parse(json);
      const session = login.safeParse(data).data;
      ticket = session?.SessionTicket ?? ticket;
      token = session?.EntityToken.EntityToken ?? entityToken.safeParse(data).data?.EntityToken ?? token;
      return { data };
    },
  };
};
export type PlayfabClient = ReturnType<typeof createPlayfabClient>;

/** Creates PlayFab's emulator in this process, with the real gateway. The first call reads the options. */
export const createTestPlayfab = (
  { database, clock }: { database: Database; clock: FakeClock },
  options: () => Partial<PlayfabOptions> = () => ({}),
) => {
  const mails: RecoveryMail[] = [];
  const tables = database.withoutPlugins().$pickTables<never>();
  const plugin = () =>
    createPlayfabEmulator({
      database: tables,
      clock,
      titleId: testTitleId,
      secretKey,
      minPassword: 8,
      functionUrl: () => null,
      recoveryTemplates: ['recovery-en', 'recovery-fr'],
      sendRecoveryMail: async (mail) => void mails.push(mail),
      ...options(),
    });
  const open = async (): Promise<FastifyInstance> => {
    const app = Fastify({ bodyLimit: 16_384 });
    await app.register(await plugin(), { prefix: '/playfab' });
    return app;
  };
  let opened: ReturnType<typeof open> | undefined;
  const app = () => (opened ??= open());
  const into = createFetchInto(app);
  const state: { isAway: boolean; refused: Record<string, string> } = { isAway: false, refused: {} };
  /** Makes the portal's calls. */
  const network: typeof fetch = async (input, init) => {
    if (state.isAway) throw new TypeError('fetch failed');
    const [, error] = Object.entries(state.refused).find(([asked]) => String(init?.body).includes(asked)) ?? [];
    if (error !== undefined) return Response.json({ code: 400, error }, { status: 400 });
    return into(input, init);
  };
  const inADay = (): Date => new Date(clock.now().getTime() + day);
  /** Adds a player with this login and contact address. */
  const player = async (playfabId: string, email: string | null = null): Promise<void> => {
    await app();
    await sql`insert into playfab_emulator.players (playfab_id, title_player_id, email, contact_email)
      values (${playfabId}, ${`T${playfabId}`}, ${email}, ${email})
      on conflict (playfab_id) do update set email = ${email}, contact_email = ${email}`.execute(tables);
  };
  return {
    clock,
    mails,
    tables,
    plugin,
    into,
    root,
    /** `isAway` makes the portal's calls fail, and `refused` those whose body has a text, with an error of PlayFab. */
    state,
    gateway: createPlayfabGateway({ baseUrl: root, titleId: testTitleId, secretKey, fetch: network }),
    /** Starts the emulator on a free port. @returns its address */
    listen: async () => `${await (await app()).listen({ port: 0, host: '127.0.0.1' })}/playfab`,
    /** Creates a new page where no one has signed in. */
    page: (): PlayfabClient => createPlayfabClient(into),
    /** Creates the title's own server. */
    server: (): PlayfabClient => createPlayfabClient(into, secretKey),
    /** Returns the title's entity token, which PlayFab sends with a function call. */
    titleToken: async (): Promise<string> => {
      const { data } = await createPlayfabClient(into, secretKey).call('Authentication/GetEntityToken');
      return entityToken.parse(data).EntityToken;
    },
    player,
    has: async (playfabId: string): Promise<boolean> => {
      await app();
      return (await playersStore(tables).find('playfab_id', playfabId)) !== undefined;
    },
    /** Returns the secret of a new recovery link. */
    resetLink: async (playfabId: string): Promise<string> => {
      const token = newRecoveryToken();
      await recoveriesStore(tables).replace(playfabId, token, inADay());
      return token;
    },
    /** Returns a session ticket of a player, who signed in by a custom id. */
    ticketOf: async (playfabId: string): Promise<string> => {
      await player(playfabId);
      const secret = newSessionTicket(playfabId, testTitleId);
      const ticket = { kind: 'ticket', secret, playfabId, provider: 'Custom', expiresAt: inADay() } as const;
      await credentialsStore(tables).add(ticket);
      return secret;
    },
    close: async (): Promise<void> => (await opened)?.close(),
  };
};

/** Creates an emulator on a new database, for the tests of a file. */
export const openTestPlayfab = async (options?: () => Partial<PlayfabOptions>) => {
  const { database } = await closeAfterAll(createTestDatabase());
  return closeAfterAll(createTestPlayfab({ database, clock: createFakeClock() }, options));
};

/** @throws when the answer is not a login. */
export const loginOf = ({ data }: PlayfabAnswer): PlayfabLogin => login.parse(data);

export const register = async (page: PlayfabClient, Email: string, Password = goodPassword): Promise<PlayfabLogin> =>
  loginOf(await page.call('Client/RegisterPlayFabUser', { Email, Password, RequireBothUsernameAndEmail: false }));

/** Registers a player, and sets the contact address, as the portal does. Without one PlayFab sends no mail. */
export const registerWithContact = async (page: PlayfabClient, Email: string, Password?: string) => {
  const session = await register(page, Email, Password);
  await page.call('Client/AddOrUpdateContactEmail', { EmailAddress: Email });
  return session;
};

export const recover = (page: PlayfabClient, Email: string, EmailTemplateId: unknown = 'recovery-en') =>
  page.call('Client/SendAccountRecoveryEmail', { Email, EmailTemplateId });
