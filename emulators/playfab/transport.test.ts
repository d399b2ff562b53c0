import { describe, expect, it } from 'vitest';
import { openTestPlayfab } from '../../backend/testing/playfab.ts';
import { methods } from './emulator.ts';

let wait: { retryAfter: number } | null = null;
const emulator = await openTestPlayfab(() => ({ guard: async () => wait }));

const logIn = '/Client/LoginWithCustomID';
const post = async (path: string, body: object | string, headers: Record<string, string> = {}) => {
  const answer = await emulator.into(emulator.root + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
};
const somebody = { TitleId: 'MATHS', CustomId: 'somebody' };

/**
 * https://learn.microsoft.com/rest/api/playfab/client/authentication/login-with-custom-id and the global error codes
 */
describe('the transport', () => {
  it('wraps a result in an envelope with code 200, and ignores the sdk query', async () => {
    const request = { ...somebody, CreateAccount: true };
    const { status, body } = await post(`${logIn}?sdk=JavaScriptSDK-1.185.250117`, request);
    expect([status, body]).toMatchObject([200, { code: 200, status: 'OK', data: { NewlyCreated: true } }]);
  });

  it('returns the same number as HTTP status and as code of an error', async () => {
    const { status, body } = await post(logIn, { ...somebody, CustomId: 'nobody' });
    const error = { error: 'AccountNotFound', errorCode: 1001, errorMessage: 'User not found' };
    expect([status, body]).toEqual([400, { code: 400, status: 'BadRequest', ...error }]);
  });

  it.each([
    ['malformed JSON', logIn, '{"TitleId":', {}, 400, 'InvalidRequest', 1071],
    ['an unknown route', '/Client/GrantMeEverything', '{}', {}, 404, 'InvalidAPIEndpoint', 1131],
    ['a form of another site', logIn, '{}', { 'Content-Type': 'text/plain' }, 415, 'InvalidContentType', undefined],
    ['another title', logIn, { ...somebody, TitleId: 'OTHER' }, {}, 400, 'InvalidTitleId', 1004],
  ])('refuses %s', async (_, path, body, headers: Record<string, string>, status, error, errorCode) => {
    const refused = { code: status, error, ...(errorCode !== undefined && { errorCode }) };
    expect(await post(path, body, headers)).toMatchObject({ status, body: refused });
  });

  it('refuses another method than POST', async () => {
    expect((await emulator.into(emulator.root + logIn)).status).toBe(404);
  });

  it('returns the seconds to wait after too many calls, in the body and in Retry-After', async () => {
    wait = { retryAfter: 42 };
    const { status, headers, body } = await post(logIn, somebody);
    wait = null;
    expect([status, headers.get('retry-after')]).toEqual([429, '42']);
    const error = { error: 'APIClientRequestRateLimitExceeded', errorCode: 1199, retryAfterSeconds: 42 };
    expect(body).toMatchObject({ code: 429, ...error });
  });

  it('requires a credential for every method that is not open', async () => {
    const wrong = { 'X-SecretKey': 'wrong', 'X-Authorization': 'wrong', 'X-EntityToken': 'wrong' };
    for (const { path } of methods.filter(({ auth }) => auth !== 'none')) {
      const { status, body } = await post(path, '{}', wrong);
      const errorMessage = 'This API method does not allow anonymous callers.';
      expect([path, status, body]).toMatchObject([path, 401, { error: 'NotAuthenticated', errorMessage }]);
    }
  });
});
