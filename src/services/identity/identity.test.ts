import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { userApiVersion } from '../../contracts/api.ts';
import type { BindTokenArgument } from '../../contracts/calls/servers.ts';
import { createHttp } from '../http/http.ts';
import { signInResponse } from '../testing/builders.ts';
import { createRegistration } from '../users/sign-up.ts';
import { createIdentity } from './identity.ts';

type Sent = { url: URL; headers: Headers; body: Record<string, unknown> };

const ok = (data: object) => ({ code: 200, status: 'OK', data });
const error = (code: number, name: string, details: object = {}) => ({
  code,
  status: 'Bad',
  error: name,
  errorCode: 1000,
  errorMessage: `${name}, says the vendor`,
  ...details,
});

let answer: { code: number } | Response;
/** The answers before `answer`, in order. */
let answers: { code: number }[];
let sent: Sent[];

const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
  sent.push({ url: new URL(String(url)), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
  const next = answers.shift() ?? answer;
  return next instanceof Response ? next.clone() : new Response(JSON.stringify(next), { status: next.code });
};
const endpoints = createEndpoints('https://portal.example', {});
const http = createHttp({ fetch, random: () => 0 });
const identity = { ...createIdentity(endpoints, http), ...createRegistration(endpoints, http) };
const token = 'A'.repeat(43);
const argument: BindTokenArgument = { token, userApiVersion, newParentPortalAccount: false, lang: 'fr' };
const player = signInResponse();

beforeEach(() => {
  sent = [];
  answers = [];
});

const signIn = () => identity.signIn('parent@home.example', 'correct horse');
const register = () => identity.register('parent@home.example', 'correct horse');
const bindToken = () => identity.bindToken(player, argument);

describe('identity', () => {
  it('signs in with the request that the SDK composes', async () => {
    answer = player;
    expect(await signIn()).toEqual({ ok: true, value: player });
    expect(sent[0]?.url.href).toBe(
      'https://portal.example/playfab/Client/LoginWithEmailAddress?sdk=JavaScriptSDK-1.185.250117',
    );
    expect(sent[0]?.body).toEqual({ TitleId: 'MATHS', Email: 'parent@home.example', Password: 'correct horse' });
    expect(sent[0]?.headers.get('X-PlayFabSDK')).toBe('JavaScriptSDK-1.185.250117');
  });

  it.each(['composed é', 'separate e\u0301'])(
    'logs in with a composed password, however it was typed: %s',
    async (typed) => {
      answer = player;
      await identity.signIn('parent@home.example', typed);
      expect(sent.map(({ body }) => body['Password'])).toEqual([typed.normalize('NFC')]);
    },
  );

  it('tries separate accents after a refusal, for accounts that have them, and only then', async () => {
    answers.push(error(401, 'InvalidEmailOrPassword'));
    answer = player;
    expect(await identity.signIn('parent@home.example', 'été long')).toMatchObject({ ok: true });
    expect(sent.map(({ body }) => body['Password'])).toEqual(['été long', 'e\u0301te\u0301 long']);
    sent = [];
    answer = error(401, 'InvalidEmailOrPassword');
    expect(await signIn()).toMatchObject({ ok: false });
    expect(sent).toHaveLength(1);
  });

  it.each([
    [{ Email: ['Email address is not valid.'] }, 'InvalidEmailAddress'],
    [{ Password: ['Password must be between 6 and 100 characters.'] }, 'InvalidPassword'],
    [{ Email: ['x'], Password: ['y'] }, 'InvalidEmailAddress'],
    [{ TitleId: ['x'] }, 'INVALID_PAYLOAD'],
    [undefined, 'INVALID_PAYLOAD'],
  ])('reads the field of InvalidParams: %j', async (errorDetails, code) => {
    answer = error(400, 'InvalidParams', { errorDetails });
    expect(await register()).toMatchObject({ ok: false, failure: { code } });
    // An account has no name.
    expect(sent[0]?.body).toMatchObject({ RequireBothUsernameAndEmail: false });
  });

  it.each([
    [400, 'EmailAddressNotAvailable', 'EmailAddressNotAvailable'],
    [400, 'InvalidEmailAddress', 'InvalidEmailAddress'],
    [400, 'NameNotAvailable', 'GENERIC_ERROR'],
    [409, 'OverLimit', 'GENERIC_ERROR'],
    [401, 'NotAuthenticated', 'UNAUTHORIZED'],
    [503, 'ServiceUnavailable', 'SERVICE_UNAVAILABLE'],
  ])('returns why a registration failed: %s %s', async (status, name, code) => {
    answer = error(status, name);
    expect(await register()).toMatchObject({ ok: false, failure: { code } });
  });

  it.each([
    [401, 'InvalidEmailOrPassword'],
    [400, 'AccountNotFound'],
    [400, 'InvalidParams'],
    [403, 'AccountBanned'],
  ])(
    'returns the same code for every rejected login, so that an unknown email stays hidden: %s %s',
    async (status, name) => {
      answer = error(status, name);
      expect(await signIn()).toMatchObject({ ok: false, failure: { code: 'InvalidEmailOrPassword' } });
    },
  );

  it.each([
    ['a page of another server', () => new Response('<!doctype html>', { status: 404 }), 1],
    ['a page of another server that looks like a success', () => new Response('<!doctype html>'), 3],
    ['another API', () => Response.json({ message: 'Unauthorized' }, { status: 401 }), 1],
    ['a firewall', () => new Response('Blocked', { status: 403 }), 1],
  ])('reports no wrong password for a response of %s', async (_what, response, attempts) => {
    answer = response();
    expect(await signIn()).toMatchObject({ ok: false, failure: { code: 'SERVICE_UNAVAILABLE' } });
    expect(sent).toHaveLength(attempts);
  });

  it.each([
    ['a sign-in', 3, signIn],
    ['a link', 3, () => identity.linkCustomId(player, 'custom id')],
    ['the call of the cloud function', 3, bindToken],
    ['no registration, whose second attempt would report that the email is taken', 1, register],
    ['no mail, because only the newer of two links works', 1, () => identity.sendRecoveryMail('a@b.example', 'en')],
  ])('repeats %s after a server error', async (_what, attempts, send) => {
    answer = error(503, 'ServiceUnavailable');
    expect(await send()).toMatchObject({ ok: false, failure: { code: 'SERVICE_UNAVAILABLE' } });
    expect(sent).toHaveLength(attempts);
  });

  it('returns how long to wait after too many attempts', async () => {
    answer = error(429, 'APIClientRequestRateLimitExceeded', { retryAfterSeconds: 90 });
    expect(await signIn()).toMatchObject({ failure: { code: 'TOO_MANY_REQUESTS', retryAfter: 90 } });
  });

  it("keeps the vendor's text as the cause only", async () => {
    answer = error(400, 'EmailAddressNotAvailable');
    expect(await register()).toStrictEqual({
      ok: false,
      failure: {
        code: 'EmailAddressNotAvailable',
        cause: 'EmailAddressNotAvailable: EmailAddressNotAvailable, says the vendor',
      },
    });
  });

  it.each([
    ['missing', ok({ PlayerProfile: { PlayerId: '1' } })],
    ['an empty list', ok({ PlayerProfile: { ContactEmailAddresses: [] } })],
    ['another', ok({ PlayerProfile: { ContactEmailAddresses: [{ EmailAddress: 'old@home.example' }] } })],
    ['not readable in this title', error(400, 'RequestViewConstraintParamsNotAllowed')],
    ['of a profile that does not exist yet', error(400, 'ProfileDoesNotExist')],
  ])('sets the contact address at a sign-in when it is %s', async (_what, profile) => {
    answers.push(profile);
    answer = ok({});
    expect(await identity.keepContactAddress(player, 'parent@home.example', false)).toMatchObject({ ok: true });
    expect(sent.map(({ url }) => url.pathname)).toEqual([
      '/playfab/Client/GetPlayerProfile',
      '/playfab/Client/AddOrUpdateContactEmail',
    ]);
    expect(sent[1]?.body).toEqual({ EmailAddress: 'parent@home.example' });
    expect(sent[1]?.headers.get('X-Authorization')).toBe(player.data.SessionTicket);
  });

  it('leaves a contact address that is the login address, also with other capitals', async () => {
    answer = ok({ PlayerProfile: { ContactEmailAddresses: [{ EmailAddress: 'parent@home.example' }] } });
    expect(await identity.keepContactAddress(player, 'Parent@home.example', false)).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({ ProfileConstraints: { ShowContactEmailAddresses: true } });
  });

  it('sets the contact address of a new account at once, because a new player has no profile', async () => {
    answer = ok({});
    await identity.keepContactAddress(player, 'parent@home.example', true);
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/playfab/Client/AddOrUpdateContactEmail']);
  });

  it('acts for the given player, and not for the last one', async () => {
    answer = signInResponse('0000000000000002');
    await signIn();
    answer = ok({});
    await identity.linkCustomId(player, 'custom id');
    expect(sent[1]?.headers.get('X-Authorization')).toBe(player.data.SessionTicket);
    expect(sent[1]?.body).toEqual({ CustomId: 'custom id' });
    await bindToken();
    expect(sent[2]?.headers.get('X-EntityToken')).toBe(player.data.EntityToken.EntityToken);
    expect(sent[2]?.body).toEqual({ FunctionName: 'addOrUpdateUser', FunctionParameter: argument });
  });

  it.each([
    [{ FunctionResult: { success: true, userAPIResponse: { success: true, id: 'u1' } } }, undefined],
    [{ FunctionResult: { success: false, error: 'USER_ALREADY_EXISTS' } }, 'USER_ALREADY_EXISTS'],
    [{ FunctionResult: { success: false, error: 'SOMETHING_NEW' } }, 'GENERIC_ERROR'],
    [{ FunctionResult: { success: false, error: '' } }, 'GENERIC_ERROR'],
    [{ FunctionResult: { success: true } }, 'GENERIC_ERROR'],
    [{ Error: { Error: 'CloudScriptAzureFunctionsHTTPRequestError' } }, 'GENERIC_ERROR'],
  ])('reads the response of the cloud function: %j', async (data, code) => {
    answer = ok(data);
    const result = await bindToken();
    if (code === undefined) expect(result).toEqual({ ok: true, value: { userID: 'u1' } });
    else expect(result).toMatchObject({ ok: false, failure: { code } });
  });

  it.each(['AccountNotFound', 'EmailRecipientBlacklisted', 'NoContactEmailAddressFound'])(
    'returns the same to a visitor without a session, and the real result to the owner: %s',
    async (name) => {
      answer = error(400, name);
      expect(await identity.sendRecoveryMail('a@b.example', 'fr')).toEqual({ ok: true, value: undefined });
      expect(await identity.sendOwnRecoveryMail('a@b.example', 'fr')).toMatchObject({ failure: { code: name } });
      expect(sent.map(({ body }) => body['EmailTemplateId'])).toEqual(['recovery-fr', 'recovery-fr']);
    },
  );
});
