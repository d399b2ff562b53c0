import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApi, newPlayer, newToken, type TestApi } from '../testing/test-api.ts';

describe('the end of a recovery', () => {
  let api: TestApi;
  let marie: string;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(() => {
    marie = newPlayer();
    api.playfab.player(marie, `${marie}@example.com`);
  });
  afterAll(() => api.close());

  const mails = async () => {
    const rows = await api.database.selectFrom('outbox').select('payload').where('kind', '=', 'mail').execute();
    return rows.map((row) => row.payload).filter((mail) => JSON.stringify(mail).includes(marie));
  };

  it("the earlier intruder's token dies with the reset", async () => {
    const intruder = await api.signIn(marie);
    const pending = newToken();
    await api.bind(marie, pending);
    expect((await api.resetPassword(api.playfab.resetLink(marie), 'a new password')).json()).toEqual({ success: true });
    expect((await api.user(intruder)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
    expect((await api.put(pending)).statusCode).toBe(401);
  });

  it('lets no intruder stay when everything stops while PlayFab takes the password', async () => {
    const intruder = await api.signIn(marie);
    vi.spyOn(api.playfab.gateway, 'resetPassword').mockRejectedValueOnce(new Error('killed'));
    expect((await api.resetPassword(api.playfab.resetLink(marie), 'a new password')).statusCode).toBe(500);
    expect((await api.user(intruder)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
  });

  it('sets the password exactly as typed', async () => {
    const password = '  pässwörd 🙂 ';
    await api.resetPassword(api.playfab.resetLink(marie), password);
    expect(api.playfab.passwords.get(marie)).toBe(password);
  });

  it('tells the owner, in the language of the account, at the address that PlayFab knows', async () => {
    await api.signIn(marie);
    await api.resetPassword(api.playfab.resetLink(marie), 'a new password');
    expect(await mails()).toEqual([
      { to: `${marie}@example.com`, language: 'en', template: 'password-changed', values: {} },
    ]);
  });

  it('signs nobody in', async () => {
    const answer = await api.resetPassword(api.playfab.resetLink(marie), 'a new password');
    expect(answer.json()).toEqual({ success: true });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['seven signs', '1234567'],
    ['101 signs', 'x'.repeat(101)],
    ['nothing', ''],
  ])('refuses a password of %s and leaves the link good', async (_, password) => {
    const link = api.playfab.resetLink(marie);
    const answer = await api.resetPassword(link, password);
    expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'InvalidPassword' }]);
    expect((await api.resetPassword(link, 'x'.repeat(100))).statusCode).toBe(200);
  });

  it('answers the same for a link that was used and one that never was', async () => {
    const link = api.playfab.resetLink(marie);
    await api.resetPassword(link, 'a new password');
    for (const token of [link, newToken()]) {
      const answer = await api.resetPassword(token, 'another password');
      expect([answer.statusCode, answer.json()]).toEqual([410, { success: false, error: 'LINK_EXPIRED' }]);
    }
    expect(await mails()).toHaveLength(1);
  });
});
