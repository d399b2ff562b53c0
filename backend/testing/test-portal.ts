import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiPaths, serverPaths, userApiVersion } from '../../src/contracts/api.ts';
import { mailMessage } from '../domain/mail/mail-message.ts';
import { createRecoveryMail, recoveryTemplates } from '../domain/mail/recovery-mail.ts';
import { createPlayfabEmulator } from '../../emulators/playfab/emulator.ts';
import { createPlayfabGateway } from '../gateways/playfab.ts';
import { cheapHash } from './playfab-emulator.ts';
import { createFetchInto, functionSecrets, testTitleId } from './portal-parts.ts';
import { createTestApi, newToken, ownOrigin, type TestApiOptions } from './test-api.ts';

const secretKey = 'emulator-secret-key-of-32-signs-x';

const registered = z.object({ data: z.object({ PlayFabId: z.string(), SessionTicket: z.string() }) });

/** Creates the API with the real gateway, and PlayFab's emulator on the same app, database and clock. */
export const createTestPortal = async ({ database, gateways }: Pick<TestApiOptions, 'database' | 'gateways'> = {}) => {
  let running: FastifyInstance | undefined;
  const intoApp = createFetchInto(() => {
    if (running === undefined) throw new Error('the app is not there yet');
    return running;
  });
  const baseUrl = ownOrigin + apiPaths.playfab;
  const playfabGateway = createPlayfabGateway({ baseUrl, titleId: testTitleId, secretKey, fetch: intoApp });
  const api = await createTestApi({
    ...(database !== undefined && { database }),
    gateways: { ...gateways, playfab: playfabGateway },
    mount: async (app, { database, clock, portal }) => {
      running = app;
      const emulator = await createPlayfabEmulator({
        database: database.$pickTables<never>(),
        clock,
        titleId: testTitleId,
        secretKey,
        minPassword: 8,
        passwordCost: cheapHash,
        functionUrl: () => `${ownOrigin}${serverPaths.playfabFunction}?secret=${functionSecrets[0]}`,
        clientProfileOptions: ['ShowDisplayName', 'ShowContactEmailAddresses'],
        recoveryTemplates,
        sendRecoveryMail: createRecoveryMail(database, portal.limits, () => undefined),
        guard: portal.limits.consume,
        fetch: intoApp,
      });
      await app.register(emulator, { prefix: apiPaths.playfab });
    },
  });

  /** Makes one of PlayFab's calls as a browser on the portal does. */
  const call = (method: string, body: object, headers: Record<string, string> = {}, host = '') =>
    api.app.inject({
      method: 'POST',
      url: `${host}${apiPaths.playfab}/${method}`,
      headers,
      payload: { TitleId: testTitleId, ...body },
    });

  const bindDirectly = async (playfabId: string, token: string): Promise<string> => {
    const argument = { token, userApiVersion, newParentPortalAccount: false, lang: 'en' } as const;
    return (await api.portal.users.addOrUpdate(playfabId, argument)).id;
  };

  return {
    ...api,
    client: {
      ...api.client,
      /**
       * Binds a token without the function's HTTP route, for a player whom PlayFab need not know. @returns the user's id.
       */
      bindDirectly,
      signInDirectly: async (playfabId: string): Promise<string> => {
        const token = newToken();
        await bindDirectly(playfabId, token);
        await api.client.put(token);
        return token;
      },
    },
    jobs: {
      ...api.jobs,
      /** Returns the secret of the last recovery mail that waits. */
      newestLink: async (): Promise<string> => {
        const waiting = api.database.selectFrom('jobs').select('payload').where('kind', '=', 'mail');
        const rows = await waiting.orderBy('entered', 'desc').execute();
        const newest = rows
          .map((row) => mailMessage.parse(row.payload))
          .find(({ template }) => template === 'recovery');
        if (newest?.template !== 'recovery') throw new Error('no recovery mail');
        return newest.values.token;
      },
    },
    /** The calls of a browser or a game to PlayFab. */
    emulator: {
      call,
      /** Sets the contact address, too. @returns the player's PlayFab id. */
      register: async (Email: string, Password: string): Promise<string> => {
        const answer = await call('Client/RegisterPlayFabUser', {
          Email,
          Password,
          RequireBothUsernameAndEmail: false,
        });
        const { data } = registered.parse(answer.json());
        await call(
          'Client/AddOrUpdateContactEmail',
          { EmailAddress: Email },
          { 'x-authorization': data.SessionTicket },
        );
        return data.PlayFabId;
      },
      /** Requests a recovery mail; `host` makes the request line absolute. */
      recover: (Email: string, headers: Record<string, string> = {}, host = '') =>
        call('Client/SendAccountRecoveryEmail', { Email, EmailTemplateId: 'recovery-en' }, headers, host),
      login: async (Email: string, Password: string): Promise<number> =>
        (await call('Client/LoginWithEmailAddress', { Email, Password })).statusCode,
    },
  };
};
export type TestPortal = Awaited<ReturnType<typeof createTestPortal>>;
