import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { tokenPattern } from '../../contracts/token.ts';
import { createHttp } from '../http/http.ts';
import { aSubscription } from '../testing/builders.ts';
import { createUsersClient } from './users.ts';

type Sent = {
  method: string | undefined;
  url: string;
  authorization: string | null;
  body: unknown;
  keepalive: unknown;
};

const token = 'Abc_-'.repeat(8) + 'xyz';
let sent: Sent[] = [];
let answer: unknown = { success: true };
let init: ResponseInit = {};
beforeEach(() => {
  sent = [];
  answer = { success: true };
  init = {};
});

const fetch = async (url: RequestInfo | URL, { method, headers, body, keepalive }: RequestInit = {}) => {
  const authorization = new Headers(headers).get('Authorization');
  sent.push({ method, url: String(url), authorization, body, keepalive });
  return new Response(JSON.stringify(answer), init);
};
const users = createUsersClient(createEndpoints('https://portal.example', {}), createHttp({ fetch, random: () => 0 }));

/** Returns the `p` of a call's address, as the server reads it. */
const pOf = (url = '') => JSON.parse(atob(new URL(url).searchParams.get('p') ?? ''));

describe('the user-api', () => {
  it('registers a token as a form', async () => {
    await users.registerToken(token);
    expect(sent).toMatchObject([
      {
        method: 'PUT',
        url: 'https://portal.example/api/user/integrations?p=1',
        authorization: null,
        body: `token=${token}`,
      },
    ]);
  });

  it('names the partner whose server gets a signed result, and returns it', async () => {
    answer = { success: true, idToken: 'signed', created: true };
    expect(await users.registerToken(token, { partner: 'web2wave' })).toEqual({
      ok: true,
      value: { idToken: 'signed', created: true },
    });
    expect(sent[0]).toMatchObject({ body: `token=${token}&partner=web2wave` });
  });

  it('renews with the old token as the bearer', async () => {
    await users.registerToken(token, { replaces: 'old' });
    expect(sent[0]).toMatchObject({ authorization: 'Bearer old', body: `token=${token}` });
  });

  it('reports when the old token went out in a store link', async () => {
    await users.registerToken(token, { replaces: 'old', leaving: true });
    expect(sent[0]).toMatchObject({ authorization: 'Bearer old', body: `token=${token}&leaving=true` });
  });

  it('logs out with a call that continues after the page is closed', async () => {
    await users.signOut(token);
    expect(sent).toMatchObject([
      {
        method: 'DELETE',
        url: 'https://portal.example/api/user/integrations?p=1',
        authorization: `Bearer ${token}`,
        keepalive: true,
      },
    ]);
  });

  it('reads the user, and whether there is a subscription', async () => {
    const data = { id: 'u1', integrations: [{ service: 'Stripe', serviceKey: 'cus_1' }] };
    answer = { success: true, data };
    expect(await users.user(token)).toEqual({ ok: true, value: data });
    const state = { isSubscribed: true, subscription: aSubscription() };
    answer = { success: true, ...state };
    expect(await users.subscriptionStatus(token)).toEqual({ ok: true, value: state });
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/api/user', '/api/user/subscription/status']);
    expect(sent.map(({ url }) => pOf(url))).toEqual([
      { token, p: '1' },
      { token, p: '1' },
    ]);
  });

  it('accepts the response of the specification, which has no plan', async () => {
    answer = { success: true, isSubscribed: true };
    const plain = { isSubscribed: true, subscription: null };
    expect(await users.subscriptionStatus(token)).toEqual({ ok: true, value: plain });
  });

  it('deletes with the language of the notice', async () => {
    await users.deleteAccount(token, 'fr');
    expect(sent).toMatchObject([
      { method: 'DELETE', url: `https://portal.example/api/user/?lang=fr&token=${token}&p=1` },
    ]);
  });

  it('repeats no deletion after a server error, because it may have succeeded', async () => {
    init = { status: 503 };
    expect(await users.deleteAccount(token, 'fr')).toMatchObject({ failure: { code: 'SERVICE_UNAVAILABLE' } });
    expect(sent).toHaveLength(1);
  });

  it('lets a person who signs in not wait for a server that needs a minute', async () => {
    init = { status: 503, headers: { 'Retry-After': '60' } };
    const failure = { code: 'SERVICE_UNAVAILABLE', retryAfter: 60 };
    expect(await users.registerToken(token)).toEqual({ ok: false, failure });
  });

  it('sends a new password as it was typed', async () => {
    answer = { success: true, data: { code: 'K7QM-2XPD', devices: 'failed' } };
    expect(await users.resetPassword('secret', '  été 🔑 ', true)).toEqual({
      ok: true,
      value: { code: 'K7QM-2XPD', devices: 'failed' },
    });
    const body = '{"token":"secret","password":"  été 🔑 ","signOutDevices":true}';
    expect(sent).toMatchObject([{ method: 'POST', body }]);
  });

  it('encodes any token correctly in the address', async () => {
    answer = { success: true, isSubscribed: false, subscription: null };
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(tokenPattern), async (some) => {
        await users.subscriptionStatus(some);
        return pOf(sent.at(-1)?.url).token === some;
      }),
    );
  });
});
