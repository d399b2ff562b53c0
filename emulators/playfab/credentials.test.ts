import { describe, expect, it } from 'vitest';
import { loginOf, openTestPlayfab, register } from '../../backend/testing/playfab.ts';
import { type Answer, startAnsweringServer } from '../../backend/testing/servers.ts';
import { closeAfterAll } from '../../backend/testing/test-database.ts';

let answer: Answer;
const calls: unknown[] = [];
const ours = await closeAfterAll(
  startAnsweringServer(({ body }) => {
    calls.push(JSON.parse(body));
    return answer;
  }),
);
const emulator = await openTestPlayfab(() => ({
  functionUrl: (name) => (name === 'addOrUpdateUser' ? `${ours.url}/functions/${name}?secret=s` : null),
}));

/** https://learn.microsoft.com/rest/api/playfab/authentication/authentication */
describe('an entity token', () => {
  it('is issued for a ticket, and lets the server check its owner', async () => {
    const page = emulator.page();
    const { EntityToken, PlayFabId } = await register(page, 'entity@example.com');
    const { data } = await page.call('Authentication/GetEntityToken');
    expect(data).toMatchObject({ Entity: EntityToken.Entity });
    const server = emulator.server();
    const own = await server.call('Authentication/GetEntityToken');
    expect(own.data).toMatchObject({ Entity: { Id: 'MATHS', Type: 'title' } });
    const check = (token: unknown) => server.call('Authentication/ValidateEntityToken', { EntityToken: token });
    expect((await check(data?.['EntityToken'])).data).toMatchObject({
      Entity: { Type: 'title_player_account' },
      Lineage: { TitleId: 'MATHS', MasterPlayerAccountId: PlayFabId },
    });
    expect((await check('made-up')).error).toMatchObject({ error: 'EntityTokenInvalid', errorCode: 1335 });
  });

  it('lets no player check a token', async () => {
    const page = emulator.page();
    const { EntityToken } = await register(page, 'checks-tokens@example.com');
    const { error } = await page.call('Authentication/ValidateEntityToken', EntityToken);
    expect(error).toMatchObject({ code: 403, error: 'NotAuthorized' });
  });
});

/** https://learn.microsoft.com/rest/api/playfab/client/authentication/login-with-custom-id */
describe('LoginWithCustomID', () => {
  it('creates an account once and on request only, and returns it for the same id', async () => {
    const logIn = (request: object) => emulator.page().call('Client/LoginWithCustomID', request);
    const request = { CustomId: 'made-once', CreateAccount: true };
    const [first, again] = [await logIn(request), await logIn(request)];
    expect([first.data, again.data]).toMatchObject([{ NewlyCreated: true }, { NewlyCreated: false }]);
    expect(loginOf(again).PlayFabId).toBe(loginOf(first).PlayFabId);
    const missing = { error: 'AccountNotFound', errorCode: 1001 };
    expect((await logIn({ CustomId: 'never-seen' })).error).toMatchObject(missing);
  });
});

/** https://learn.microsoft.com/rest/api/playfab/client/account-management/link-custom-id and its neighbours */
describe.each([
  ['CustomID', 'CustomId', ['LinkedIdentifierAlreadyClaimed', 1184], ['CustomIdNotLinked', 1185]],
  ['IOSDeviceID', 'DeviceId', ['LinkedDeviceAlreadyClaimed', 1118], ['DeviceNotLinked', 1120]],
  ['AndroidDeviceID', 'AndroidDeviceId', ['LinkedDeviceAlreadyClaimed', 1118], ['DeviceNotLinked', 1120]],
] as const)('Link%s and Unlink%s', (kind, field, [claimed, claimedCode], [notLinked, notLinkedCode]) => {
  const link = `Client/Link${kind}`;
  const unlink = `Client/Unlink${kind}`;
  const newPage = async (name: string) => {
    const page = emulator.page();
    await register(page, `${kind}-${name}@example.com`);
    return page;
  };

  it('leaves a linked id with its player, who may link it again', async () => {
    const [holder, other] = [await newPage('holder'), await newPage('other')];
    const request = { [field]: `${kind}-held` };
    expect(await holder.call(link, request)).toEqual({ data: {} });
    expect(await holder.call(link, request)).toEqual({ data: {} });
    const refused = { code: 400, error: claimed, errorCode: claimedCode };
    expect((await other.call(link, request)).error).toMatchObject(refused);
    expect((await other.call(unlink, request)).error?.error).toBe(notLinked);
    expect(await holder.call(unlink, request)).toEqual({ data: {} });
  });

  it('unlinks the player’s ids by name and without naming them, each once', async () => {
    const page = await newPage('unlinks');
    for (const id of ['first', 'second']) await page.call(link, { [field]: `${kind}-${id}` });
    for (const request of [{ [field]: `${kind}-first` }, {}]) {
      expect(await page.call(unlink, request)).toEqual({ data: {} });
      expect((await page.call(unlink, { [field]: `${kind}-first` })).error).toMatchObject({
        error: notLinked,
        errorCode: notLinkedCode,
      });
    }
    expect((await page.call(unlink, {})).error?.error).toBe(notLinked);
  });
});

/** https://learn.microsoft.com/rest/api/playfab/cloudscript/server-side-cloud-script/execute-function */
describe('ExecuteFunction', () => {
  const request = { FunctionName: 'addOrUpdateUser', FunctionParameter: { token: 'abc', lang: 'fr' } };
  const run = async (change: object = {}) => {
    const page = emulator.page();
    const login = await register(page, `caller-${calls.length}-${Object.keys(change).join()}@example.com`);
    return { login, ...(await page.call('CloudScript/ExecuteFunction', { ...request, ...change })) };
  };

  it('returns the function’s response and sends the caller’s identity', async () => {
    const result = { success: true, userAPIResponse: { id: 'u1' } };
    answer = { body: result };
    const { login, data } = await run();
    expect(data).toEqual({ FunctionName: 'addOrUpdateUser', FunctionResult: result });
    expect(calls.at(-1)).toMatchObject({
      FunctionArgument: { token: 'abc', lang: 'fr' },
      CallerEntityProfile: {
        Entity: { Id: login.EntityToken.Entity.Id, Type: 'title_player_account' },
        Lineage: { TitleId: 'MATHS', MasterPlayerAccountId: login.PlayFabId },
      },
      TitleAuthenticationContext: { Id: 'MATHS', EntityToken: expect.any(String) },
    });
  });

  it('reports an error response as a failed request', async () => {
    answer = { status: 500 };
    const failed = { error: 'CloudScriptAzureFunctionsHTTPRequestError', errorCode: 1473 };
    expect((await run()).error).toMatchObject(failed);
  });

  it('rejects a function that is not registered', async () => {
    expect((await run({ FunctionName: 'dropTables' })).error?.error).toBe('CloudScriptNotFound');
  });
});
