import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createHttp } from '../http/http.ts';
import { signInResponse } from '../testing/builders.ts';
import { createTeacherIdentity } from './teacher-identity.ts';

type Sent = { call: string; ticket: string | null; body: unknown };

const player = signInResponse();
let answer: { code: number } & Record<string, unknown>;
let sent: Sent[];
beforeEach(() => {
  sent = [];
});

const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
  const ticket = new Headers(init?.headers).get('X-Authorization');
  sent.push({ call: new URL(String(url)).pathname, ticket, body: JSON.parse(String(init?.body)) });
  return new Response(JSON.stringify(answer), { status: answer.code });
};
const identity = createTeacherIdentity(
  createEndpoints('https://portal.example', {}),
  createHttp({ fetch, random: () => 0 }),
);

describe('the account of a teacher', () => {
  it('creates and opens a teacher’s account by an id only', async () => {
    answer = { ...player };
    expect(await identity.loginWithCustomId('own id')).toEqual({ ok: true, value: player });
    expect(sent).toEqual([
      {
        call: '/playfab/Client/LoginWithCustomID',
        ticket: null,
        body: { TitleId: 'MATHS', CustomId: 'own id', CreateAccount: true },
      },
    ]);
  });

  it('links a teacher’s account to a custom id and to a device id', async () => {
    answer = { code: 200, data: {} };
    expect(await identity.linkCustomId(player, 'own id')).toMatchObject({ ok: true });
    expect(await identity.linkIosDeviceId(player, 'own id')).toMatchObject({ ok: true });
    const ticket = player.data.SessionTicket;
    expect(sent).toEqual([
      { call: '/playfab/Client/LinkCustomID', ticket, body: { CustomId: 'own id' } },
      { call: '/playfab/Client/LinkIOSDeviceID', ticket, body: { DeviceId: 'own id' } },
    ]);
  });

  it('repeats a login after a server error, because it finds the account that it created', async () => {
    answer = { code: 503, error: 'ServiceUnavailable' };
    expect(await identity.loginWithCustomId('own id')).toMatchObject({ ok: false });
    expect(sent).toHaveLength(3);
  });

  it.each([
    [400, 'InvalidParams', 'GENERIC_ERROR'],
    [403, 'PlayerCreationDisabled', 'GENERIC_ERROR'],
    [401, 'NotAuthenticated', 'GENERIC_ERROR'],
    [429, 'APIClientRequestRateLimitExceeded', 'TOO_MANY_REQUESTS'],
    [503, 'ServiceUnavailable', 'SERVICE_UNAVAILABLE'],
  ])('returns nothing about the typed values when it is rejected: %s %s', async (status, error, code) => {
    answer = { code: status, error, errorCode: 1 };
    expect(await identity.loginWithCustomId('own id')).toMatchObject({ ok: false, failure: { code } });
  });
});
