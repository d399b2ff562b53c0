import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../../src/contracts/api.ts';
import { openTestApi, randomPlayfabId, newToken } from '../testing/test-api.ts';
import { minute, day } from '../../src/lib/time.ts';

describe('a session', async () => {
  const api = await openTestApi();
  let marie: string;
  let eve: string;
  beforeEach(() => {
    [marie, eve] = [randomPlayfabId(), randomPlayfabId()];
  });

  const bind = async (player: string): Promise<string> => {
    const token = newToken();
    await api.client.bind(player, token);
    return token;
  };
  /** Signs in several times, each a moment after the one before. */
  const signInTimes = async (times: number): Promise<string[]> => {
    const tokens: string[] = [];
    while (tokens.length < times) {
      api.clock.advance(1);
      tokens.push(await api.client.signIn(marie));
    }
    return tokens;
  };
  const expectExpired = async (token: string) => {
    const answer = await api.client.user(token);
    expect([answer.statusCode, answer.json()]).toEqual([401, { success: false, error: 'TOKEN_EXPIRED' }]);
  };
  const expectValidFor = async (milliseconds: number, token: string) => {
    api.clock.advance(milliseconds - 1);
    expect(await api.client.isSignedIn(token)).toBe(true);
    api.clock.advance(1);
    await expectExpired(token);
  };

  it('opens the account only after the session is bound and activated', async () => {
    const token = newToken();
    const bound = await api.client.bind(marie, token);
    expect(bound.json()).toEqual({
      success: true,
      userAPIResponse: { success: true, id: expect.any(String), passwordWasReset: false },
    });
    await expectExpired(token);
    expect((await api.client.activate(token)).json()).toEqual({ success: true });
    expect((await api.client.user(token)).json()).toEqual({
      success: true,
      data: { id: bound.json().userAPIResponse.id, integrations: [] },
    });
  });

  describe('invalid and expired tokens', () => {
    it.each([
      ['short', newToken().slice(1)],
      ['padded', `${newToken()}=`],
      ['long', `${newToken()}A`],
      ['with invalid characters', `${newToken().slice(1)}+`],
    ])('refuses a %s token in the function and in PUT', async (_, token) => {
      expect((await api.client.bind(marie, token)).statusCode).toBe(400);
      expect((await api.client.activate(token)).json()).toEqual({ success: false, error: 'INVALID_PAYLOAD' });
    });

    it('creates no session by PUT alone without a binding', async () => {
      const token = newToken();
      expect((await api.client.activate(token)).statusCode).toBe(401);
      await expectExpired(token);
    });

    it('refuses a renewal vouched for by another person’s session', async () => {
      const old = await api.client.signIn(eve);
      const token = await bind(marie);
      expect((await api.client.activate(token, old)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
      expect(await api.client.isSignedIn(old)).toBe(true);
    });

    it('keeps the first binding when a token is bound twice', async () => {
      const token = await api.client.signIn(marie);
      const owner = (await api.client.user(token)).json();
      expect((await api.client.bind(eve, token)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
      await api.client.activate(token);
      expect((await api.client.user(token)).json()).toEqual(owner);
    });

    it('discards a session that is not activated within ten minutes', async () => {
      const token = await bind(marie);
      api.clock.advance(10 * minute);
      expect((await api.client.activate(token)).statusCode).toBe(401);
      await api.client.bind(marie, token);
      expect((await api.client.activate(token)).statusCode).toBe(401);
    });
  });

  describe('the lifetime of sessions', () => {
    it('keeps the old token valid for a minute after a renewal', async () => {
      const old = await api.client.signIn(marie);
      const renewed = await api.client.signIn(marie, old);
      await expectValidFor(minute, old);
      expect(await api.client.isSignedIn(renewed)).toBe(true);
    });

    it('renews a token once, also by two calls at the same moment', async () => {
      const old = await api.client.signIn(marie);
      const tokens = Array.from({ length: 8 }, newToken);
      for (const token of tokens) await api.client.bind(marie, token);
      const answers = await Promise.all(tokens.map((token) => api.client.activate(token, old)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array<number>(7).fill(401)]);
      const alive = await Promise.all([old, ...tokens].map(api.client.isSignedIn));
      expect(alive.filter(Boolean)).toHaveLength(2);
    });

    it('accepts a renewal that is repeated after a lost answer, and changes nothing', async () => {
      const old = await api.client.signIn(marie);
      const renewed = await api.client.signIn(marie, old);
      api.clock.advance(2 * minute);
      const recorded = api.events.length;
      expect((await api.client.activate(renewed, old)).statusCode).toBe(200);
      expect(await api.client.isSignedIn(renewed)).toBe(true);
      expect(api.events).toHaveLength(recorded);
    });

    it('revokes a user’s oldest token when an eleventh is activated, and no other user’s', async () => {
      const stranger = await api.client.signIn(eve);
      const tokens = await signInTimes(11);
      const alive = await Promise.all([stranger, ...tokens].map(api.client.isSignedIn));
      expect(alive).toEqual([true, false, ...Array<boolean>(10).fill(true)]);
    });

    it('expires an idle token after thirty days', async () => {
      const token = await api.client.signIn(marie);
      await expectValidFor(30 * day, token);
    });

    it('ends a chain of renewals after ninety days', async () => {
      let token = await api.client.signIn(marie);
      for (let month = 0; month < 3; month += 1) {
        api.clock.advance(29 * day);
        token = await api.client.signIn(marie, token);
      }
      await expectValidFor(3 * day, token);
    });
  });

  describe('a session whose token was sent in a store link', () => {
    const leaving = { leaving: 'true' } as const;

    it('continues with a new token and keeps the sent one valid for a day', async () => {
      const left = await api.client.signIn(marie);
      const renewed = await api.client.signIn(marie, left, leaving);
      await expectValidFor(day, left);
      expect(await api.client.isSignedIn(renewed)).toBe(true);
    });

    it('extends no token that is about to expire or was already renewed when it is sent in a store link', async () => {
      const tired = await api.client.signIn(marie);
      api.clock.advance(30 * day - minute);
      const renewed = await api.client.signIn(marie, tired, leaving);
      api.clock.advance(minute);
      await expectExpired(tired);
      await api.client.signIn(marie, renewed);
      const another = await bind(marie);
      expect((await api.client.activate(another, renewed, leaving)).statusCode).toBe(401);
      api.clock.advance(minute);
      await expectExpired(renewed);
    });

    it('lets a sent token read the account and nothing else', async () => {
      const left = await api.client.signIn(marie);
      const renewed = await api.client.signIn(marie, left, leaving);
      const post = (path: string, payload: object) =>
        api.app.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${left}` }, payload });
      const another = await bind(marie);
      const attacks = [
        await api.client.deleteAccount(left),
        await api.client.activate(another, left),
        await post(apiPaths.purchaseSession, { userID: 'any', lang: 'en' }),
        await post(apiPaths.manageSubscription, { customerID: 'any', lang: 'en' }),
        await post(apiPaths.refreshSubscription, {}),
      ];
      expect(attacks.map((answer) => answer.json())).toEqual(
        attacks.map(() => ({ success: false, error: 'TOKEN_EXPIRED' })),
      );
      expect(await Promise.all([left, renewed].map(api.client.isSignedIn))).toEqual([true, true]);
      expect((await api.client.signOut(left)).statusCode).toBe(200);
      await expectExpired(left);
    });

    it('sends tokens in store links again and again without signing out another device', async () => {
      const elsewhere = await api.client.signIn(marie);
      let here = await api.client.signIn(marie);
      for (let click = 0; click < 12; click += 1) {
        api.clock.advance(1);
        here = await api.client.signIn(marie, here, leaving);
      }
      expect(await Promise.all([elsewhere, here].map(api.client.isSignedIn))).toEqual([true, true]);
    });
  });

  it('deletes the account only within fifteen minutes of a sign-in, not of a renewal', async () => {
    const old = await api.client.signIn(marie);
    api.clock.advance(15 * minute + 1);
    const renewed = await api.client.signIn(marie, old);
    for (const token of [old, renewed]) {
      const answer = await api.client.deleteAccount(token);
      expect([answer.statusCode, answer.json()]).toEqual([403, { success: false, error: 'RECENT_SIGN_IN_REQUIRED' }]);
    }
    const fresh = await api.client.signIn(marie);
    api.clock.advance(15 * minute);
    expect((await api.client.deleteAccount(fresh)).json()).toEqual({ success: true });
    await expectExpired(fresh);
  });

  it('ends a session at once at a sign-out, and keeps the others', async () => {
    const [here, there] = [await api.client.signIn(marie), await api.client.signIn(marie)];
    expect((await api.client.signOut(here)).json()).toEqual({ success: true });
    await expectExpired(here);
    expect(await api.client.isSignedIn(there)).toBe(true);
    expect((await api.client.bind(marie, here)).statusCode).toBe(200);
    expect((await api.client.activate(here)).statusCode).toBe(401);
  });

  describe('a sign-out after renewals', () => {
    it('ends every token of the chain, also when it comes from an older one, and no other session', async () => {
      const there = await api.client.signIn(marie);
      for (const which of [0, 1, 2]) {
        const first = await api.client.signIn(marie);
        const second = await api.client.signIn(marie, first);
        const chain = [first, second, await api.client.signIn(marie, second)];
        expect((await api.client.signOut(chain[which] ?? '')).statusCode).toBe(200);
        for (const token of chain) await expectExpired(token);
      }
      expect(await api.client.isSignedIn(there)).toBe(true);
    });

    it('ends the token that was sent in a store link, which leaves the page signed in when it signs out', async () => {
      for (const isPage of [true, false]) {
        const left = await api.client.signIn(marie);
        const here = await api.client.signIn(marie, left, { leaving: 'true' });
        await api.client.signOut(isPage ? here : left);
        await expectExpired(left);
        expect(await api.client.isSignedIn(here)).toBe(!isPage);
      }
    });

    it('refuses a renewal that arrives later', async () => {
      const old = await api.client.signIn(marie);
      const token = await bind(marie);
      await api.client.signOut(old);
      expect((await api.client.activate(token, old)).statusCode).toBe(401);
      await expectExpired(token);
    });
  });

  it('keeps a session ended by a reset, a deletion or a sign-out when the clock goes back', async () => {
    await api.playfab.player(eve, `${eve}@example.com`);
    const [reset, signedOut, deleted] = [
      await api.client.signIn(eve),
      await api.client.signIn(marie),
      await api.client.signIn(marie),
    ];
    await api.client.resetPassword(await api.playfab.resetLink(eve), 'a new password');
    await api.client.signOut(signedOut);
    await api.client.deleteAccount(deleted);
    api.clock.advance(-minute);
    for (const token of [reset, signedOut, deleted]) await expectExpired(token);
    api.clock.advance(minute);
  });
});
