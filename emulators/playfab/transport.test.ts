import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlayfabEmulator, type RunningEmulator, title } from '../../backend/testing/playfab-emulator.ts';
import { methods } from './emulator.ts';

let emulator: RunningEmulator;
let wait: { retryAfter: number } | null = null;

beforeAll(async () => {
  emulator = await startPlayfabEmulator({ guard: async () => wait });
});
afterAll(() => emulator.close());

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(emulator.baseUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
};

describe('the transport', () => {
  it('wraps a result in an envelope with code 200, and ignores the sdk query', async () => {
    const request = JSON.stringify({ TitleId: title, CustomId: 'somebody', CreateAccount: true });
    const answer = await post('/Client/LoginWithCustomID?sdk=JavaScriptSDK-1.185.250117', request);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ code: 200, status: 'OK', data: { NewlyCreated: true } });
  });

  it('returns the same number as HTTP status and as code of an error', async () => {
    const answer = await post('/Client/LoginWithCustomID', JSON.stringify({ TitleId: title, CustomId: 'nobody' }));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: 400,
      status: 'BadRequest',
      error: 'AccountNotFound',
      errorCode: 1001,
      errorMessage: 'User not found',
    });
  });

  it('returns InvalidRequest for malformed JSON', async () => {
    const answer = await post('/Client/LoginWithCustomID', '{"TitleId":');
    expect(answer).toMatchObject({ status: 400, body: { error: 'InvalidRequest', errorCode: 1071 } });
  });

  it('returns InvalidAPIEndpoint for an unknown route, for every method', async () => {
    const answer = await post('/Client/GrantMeEverything', '{}');
    expect(answer).toMatchObject({ status: 404, body: { code: 404, error: 'InvalidAPIEndpoint', errorCode: 1131 } });
    expect((await fetch(`${emulator.baseUrl}/Client/LoginWithCustomID`)).status).toBe(404);
  });

  it('rejects content types that a form of another site could send', async () => {
    const answer = await post('/Client/LoginWithCustomID', '{}', { 'Content-Type': 'text/plain' });
    expect(answer).toMatchObject({ status: 415, body: { error: 'InvalidContentType' } });
  });

  it('returns the seconds to wait after too many calls, in the body and in Retry-After', async () => {
    wait = { retryAfter: 42 };
    const answer = await post('/Client/LoginWithCustomID', JSON.stringify({ TitleId: title, CustomId: 'somebody' }));
    wait = null;
    expect(answer.headers.get('retry-after')).toBe('42');
    expect(answer).toMatchObject({
      status: 429,
      body: { code: 429, error: 'APIClientRequestRateLimitExceeded', errorCode: 1199, retryAfterSeconds: 42 },
    });
  });

  it('rejects a call for another title', async () => {
    const answer = await post('/Client/LoginWithCustomID', JSON.stringify({ TitleId: 'OTHER', CustomId: 'somebody' }));
    expect(answer).toMatchObject({ status: 400, body: { error: 'InvalidTitleId', errorCode: 1004 } });
  });

  it('requires a credential for every method that is not open', async () => {
    const guarded = methods.filter(({ auth }) => auth !== 'none');
    for (const { path } of guarded) {
      const answer = await post(path, '{}', {
        'X-SecretKey': 'wrong',
        'X-Authorization': 'wrong',
        'X-EntityToken': 'wrong',
      });
      expect([path, answer.status, answer.body.error]).toEqual([path, 401, 'NotAuthenticated']);
      expect(answer.body.errorMessage).toBe('This API method does not allow anonymous callers.');
    }
  });
});
