import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  register,
  startPlayfabEmulator,
  startHttpServer,
  type RunningEmulator,
} from '../../backend/testing/playfab-emulator.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let emulator: RunningEmulator;
let ours: Awaited<ReturnType<typeof startHttpServer>>;
let answer: Handler;
const calls: unknown[] = [];

const answerWith =
  (status: number, text: string): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
  };

beforeAll(async () => {
  ours = await startHttpServer(async (request, response) => {
    calls.push(await json(request));
    answer(request, response);
  });
  emulator = await startPlayfabEmulator({
    functionUrl: (name) => (name === 'addOrUpdateUser' ? `${ours.url}/functions/${name}?secret=s` : null),
  });
});
afterAll(async () => {
  await emulator.close();
  await ours.close();
});

const request = { FunctionName: 'addOrUpdateUser', FunctionParameter: { token: 'abc', lang: 'fr' } };

describe('ExecuteFunction', () => {
  it('returns the function’s response and sends the caller’s identity, which the caller cannot choose', async () => {
    answer = answerWith(200, '{"success":true,"userAPIResponse":{"id":"u1"}}');
    const page = emulator.page();
    const session = await register(page, 'caller@example.com');
    const { data } = await page.call('CloudScript', 'ExecuteFunction', request);
    const result = { success: true, userAPIResponse: { id: 'u1' } };
    expect(data).toEqual({
      ExecutionTimeMilliseconds: expect.any(Number),
      FunctionName: 'addOrUpdateUser',
      FunctionResult: result,
      FunctionResultSize: JSON.stringify(result).length,
    });
    expect(calls.at(-1)).toMatchObject({
      FunctionArgument: { token: 'abc', lang: 'fr' },
      CallerEntityProfile: {
        Entity: { Id: session.EntityToken.Entity.Id, Type: 'title_player_account' },
        Lineage: { TitleId: 'MATHS', MasterPlayerAccountId: session.PlayFabId },
      },
      TitleAuthenticationContext: { Id: 'MATHS', EntityToken: expect.any(String) },
    });
  });

  it.each([
    ['an error response', answerWith(500, '{}')],
    ['a response that is not JSON', answerWith(200, '<html>')],
    ['a broken connection', (_request: IncomingMessage, response: ServerResponse) => response.destroy()],
  ])('reports %s as a failed request', async (_what, handler) => {
    answer = handler;
    const page = emulator.page();
    await register(page, `${_what.replaceAll(' ', '-')}@example.com`);
    const { error } = await page.call('CloudScript', 'ExecuteFunction', request);
    expect(error).toMatchObject({ error: 'CloudScriptAzureFunctionsHTTPRequestError', errorCode: 1473 });
  });

  it('rejects a function that is not registered', async () => {
    const page = emulator.page();
    await register(page, 'curious@example.com');
    const { error } = await page.call('CloudScript', 'ExecuteFunction', { FunctionName: 'dropTables' });
    expect(error?.error).toBe('CloudScriptNotFound');
  });

  it("runs a function for the token's own player only", async () => {
    const page = emulator.page();
    await register(page, 'honest@example.com');
    const Entity = { Id: 'AAAAAAAAAAAAAAAA', Type: 'title_player_account' };
    const { error } = await page.call('CloudScript', 'ExecuteFunction', { ...request, Entity });
    expect(error).toMatchObject({ code: 403, error: 'NotAuthorized' });
  });
});
