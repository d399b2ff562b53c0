import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../../src/contracts/api.ts';
import { createTestApi, newPlayer, newToken, type TestApi } from '../testing/test-api.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('a session', () => {
  let api: TestApi;
  let marie: string;
  let eve: string;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(() => {
    [marie, eve] = [newPlayer(), newPlayer()];
  });
  afterAll(() => api.close());

  const expectExpired = async (token: string) => {
    const answer = await api.user(token);
    expect([answer.statusCode, answer.json()]).toEqual([401, { success: false, error: 'TOKEN_EXPIRED' }]);
  };

  it('opens the account once it is bound and activated, and not before', async () => {
    const token = newToken();
    const bound = await api.bind(marie, token);
    expect(bound.json()).toEqual({ success: true, userAPIResponse: { success: true, id: expect.any(String) } });
    await expectExpired(token);
    expect((await api.put(token)).json()).toEqual({ success: true });
    expect((await api.user(token)).json()).toEqual({
      success: true,
      data: { id: bound.json().userAPIResponse.id, integrations: [] },
    });
  });

  describe("short, padded, somebody else's, bound twice, late", () => {
    it.each([
      ['short', newToken().slice(1)],
      ['padded', `${newToken()}=`],
      ['long', `${newToken()}A`],
      ['of other signs', `${newToken().slice(1)}+`],
    ])('%s: refused by the function and by PUT', async (_, token) => {
      expect((await api.bind(marie, token)).statusCode).toBe(400);
      expect((await api.put(token)).json()).toEqual({ success: false, error: 'INVALID_PAYLOAD' });
    });

    it('never bound: PUT alone makes no session', async () => {
      const token = newToken();
      expect((await api.put(token)).statusCode).toBe(401);
      await expectExpired(token);
    });

    it("somebody else's: a renewal can't be vouched for by another person's session", async () => {
      const old = await api.signIn(eve);
      const token = newToken();
      await api.bind(marie, token);
      expect((await api.put(token, old)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
      expect(await api.isSignedIn(old)).toBe(true);
    });

    it('bound twice: the first binding wins', async () => {
      const token = await api.signIn(marie);
      const owner = (await api.user(token)).json();
      expect((await api.bind(eve, token)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
      await api.put(token);
      expect((await api.user(token)).json()).toEqual(owner);
    });

    it('late: bound, but not activated within ten minutes, it is gone', async () => {
      const token = newToken();
      await api.bind(marie, token);
      api.clock.advance(10 * minute);
      expect((await api.put(token)).statusCode).toBe(401);
      await api.bind(marie, token);
      expect((await api.put(token)).statusCode).toBe(401);
    });
  });

  describe('old token dies, eleventh ousts the first, chain ends', () => {
    it('a renewal leaves the old token a minute', async () => {
      const old = await api.signIn(marie);
      const renewed = await api.signIn(marie, old);
      api.clock.advance(minute - 1);
      expect(await api.isSignedIn(old)).toBe(true);
      api.clock.advance(1);
      await expectExpired(old);
      expect(await api.isSignedIn(renewed)).toBe(true);
    });

    it('a renewal sent again after a lost answer succeeds and changes nothing', async () => {
      const old = await api.signIn(marie);
      const renewed = await api.signIn(marie, old);
      api.clock.advance(2 * minute);
      expect((await api.put(renewed, old)).statusCode).toBe(200);
      expect(await api.isSignedIn(renewed)).toBe(true);
    });

    it('the eleventh live token of a user ousts the first, and nobody else', async () => {
      const stranger = await api.signIn(eve);
      const tokens: string[] = [];
      for (let count = 0; count < 11; count += 1) {
        api.clock.advance(1);
        tokens.push(await api.signIn(marie));
      }
      const alive = await Promise.all([stranger, ...tokens].map(api.isSignedIn));
      expect(alive).toEqual([true, false, ...Array<boolean>(10).fill(true)]);
    });

    it('a renewal on the tenth device ousts no other device', async () => {
      const tokens: string[] = [];
      for (let count = 0; count < 10; count += 1) {
        api.clock.advance(1);
        tokens.push(await api.signIn(marie));
      }
      const [first = '', second = ''] = tokens;
      await api.signIn(marie, second);
      expect(await api.isSignedIn(first)).toBe(true);
    });

    it('an idle token lives thirty days', async () => {
      const token = await api.signIn(marie);
      api.clock.advance(30 * day - 1);
      expect(await api.isSignedIn(token)).toBe(true);
      api.clock.advance(1);
      await expectExpired(token);
    });

    it('however often it is renewed, a chain ends after ninety days', async () => {
      let token = await api.signIn(marie);
      for (let month = 0; month < 3; month += 1) {
        api.clock.advance(29 * day);
        token = await api.signIn(marie, token);
      }
      api.clock.advance(3 * day - 1);
      expect(await api.isSignedIn(token)).toBe(true);
      api.clock.advance(1);
      await expectExpired(token);
    });
  });

  describe('whose token went out in a store link', () => {
    const leaving = { leaving: 'true' } as const;

    it('goes on with another; the one that left lives a day', async () => {
      const left = await api.signIn(marie);
      const renewed = await api.signIn(marie, left, leaving);
      api.clock.advance(day - 1);
      expect(await api.isSignedIn(left)).toBe(true);
      api.clock.advance(1);
      await expectExpired(left);
      expect(await api.isSignedIn(renewed)).toBe(true);
    });

    it('does not live longer for it: neither the last hours of a token nor the minute of a renewed one', async () => {
      const tired = await api.signIn(marie);
      api.clock.advance(30 * day - minute);
      const renewed = await api.signIn(marie, tired, leaving);
      api.clock.advance(minute);
      await expectExpired(tired);
      await api.signIn(marie, renewed);
      await api.signIn(marie, renewed, leaving);
      api.clock.advance(minute);
      await expectExpired(renewed);
    });

    it('may read the account with it, and nothing else', async () => {
      const left = await api.signIn(marie);
      const renewed = await api.signIn(marie, left, leaving);
      const post = (path: string, payload: object) =>
        api.app.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${left}` }, payload });
      const another = newToken();
      await api.bind(marie, another);
      const attacks = [
        await api.deleteAccount(left),
        await api.put(another, left),
        await post(apiPaths.purchaseSession, { userID: 'any', lang: 'en' }),
        await post(apiPaths.manageSubscription, { customerID: 'any', lang: 'en' }),
        await post(apiPaths.refreshSubscription, {}),
      ];
      expect(attacks.map((answer) => answer.json())).toEqual(
        attacks.map(() => ({ success: false, error: 'TOKEN_EXPIRED' })),
      );
      expect(await Promise.all([left, renewed].map(api.isSignedIn))).toEqual([true, true]);
      expect((await api.signOut(left)).statusCode).toBe(200);
      await expectExpired(left);
    });

    it('can be sent out again and again without ousting another device', async () => {
      const elsewhere = await api.signIn(marie);
      let here = await api.signIn(marie);
      for (let click = 0; click < 12; click += 1) {
        api.clock.advance(1);
        here = await api.signIn(marie, here, leaving);
      }
      expect(await Promise.all([elsewhere, here].map(api.isSignedIn))).toEqual([true, true]);
    });

    it('takes nothing but "true" for a departure', async () => {
      const left = await api.signIn(marie);
      const token = newToken();
      await api.bind(marie, token);
      const answer = await api.app.inject({
        method: 'PUT',
        url: '/api/user/integrations?p=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${left}` },
        payload: new URLSearchParams({ token, leaving: 'for ever' }).toString(),
      });
      expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'INVALID_PAYLOAD' }]);
    });
  });

  it('deletes the account only within fifteen minutes of a sign-in, which a renewal is not', async () => {
    const old = await api.signIn(marie);
    api.clock.advance(15 * minute + 1);
    const renewed = await api.signIn(marie, old);
    for (const token of [old, renewed]) {
      const answer = await api.deleteAccount(token);
      expect([answer.statusCode, answer.json()]).toEqual([403, { success: false, error: 'RECENT_SIGN_IN_REQUIRED' }]);
    }
    const fresh = await api.signIn(marie);
    api.clock.advance(15 * minute);
    expect((await api.deleteAccount(fresh)).json()).toEqual({ success: true });
    await expectExpired(fresh);
  });

  it('ends at once with a log-out, and only this one', async () => {
    const [here, there] = [await api.signIn(marie), await api.signIn(marie)];
    expect((await api.signOut(here)).json()).toEqual({ success: true });
    await expectExpired(here);
    expect(await api.isSignedIn(there)).toBe(true);
    expect((await api.bind(marie, here)).statusCode).toBe(200);
    expect((await api.put(here)).statusCode).toBe(401);
  });

  it('leaves only the SHA-256 of its token in the database', async () => {
    const token = await api.signIn(marie);
    const rows = await api.database.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
