import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlayfabRefusal, PlayfabUnavailable } from '../gateways/playfab.ts';
import { minute } from '../../src/lib/durations.ts';
import { createTestApi, randomPlayfabId, newToken, type TestApi } from '../testing/test-api.ts';

describe('the end of a recovery', () => {
  let api: TestApi;
  let marie: string;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(() => {
    marie = randomPlayfabId();
    api.fakes.playfab.player(marie, `${marie}@example.com`);
  });
  afterAll(() => api.close());

  const mails = async () => {
    const rows = await api.infrastructure.database
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute();
    return rows.map((row) => row.payload).filter((mail) => JSON.stringify(mail).includes(marie));
  };

  it('ends an intruder’s earlier session with the password reset', async () => {
    const intruder = await api.client.signIn(marie);
    const pending = newToken();
    await api.client.bind(marie, pending);
    const answer = await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password');
    expect(answer.json()).toEqual({ success: true, data: { code: expect.any(String), devices: 'kept' } });
    expect((await api.client.user(intruder)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
    expect((await api.client.put(pending)).statusCode).toBe(401);
  });

  it('keeps an intruder’s session revoked when the server stops while PlayFab sets the password', async () => {
    const intruder = await api.client.signIn(marie);
    vi.spyOn(api.fakes.playfab.gateway, 'resetPassword').mockRejectedValueOnce(new Error('killed'));
    expect((await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password')).statusCode).toBe(500);
    expect((await api.client.user(intruder)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });
  });

  it('accepts no invented code after a reset that was interrupted', async () => {
    vi.spyOn(api.fakes.playfab.gateway, 'resetPassword').mockRejectedValueOnce(new Error('killed'));
    await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password');
    const token = newToken();
    await api.client.bind(marie, token);
    const answer = await api.client.put(token, undefined, { code: 'ABCD-2345' });
    expect(answer.json()).toEqual({ success: false, error: 'SIGN_IN_CODE_REQUIRED' });
  });

  describe('that is interrupted while PlayFab sets the password', () => {
    const interrupt = (error: Error) =>
      vi.spyOn(api.fakes.playfab.gateway, 'resetPassword').mockRejectedValueOnce(error);
    const sent = () => api.jobs.mails.filter(({ to }) => to === `${marie}@example.com`);
    const signIn = async (code?: string) => {
      const token = newToken();
      await api.client.bind(marie, token);
      return (await api.client.put(token, undefined, code === undefined ? {} : { code })).statusCode;
    };

    it.each([
      ['by a crash', new Error('killed')],
      ['by an outage of PlayFab', new PlayfabUnavailable('Admin/ResetPassword')],
    ])('mails the code that sign-ins ask for a minute after an interruption %s', async (_, error) => {
      interrupt(error);
      await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password');
      await api.jobs.runDue();
      expect(sent()).toEqual([]);
      api.infrastructure.clock.advance(minute);
      await api.jobs.runDue();
      const [mail, ...others] = sent();
      expect([mail?.template, others]).toEqual(['reset-interrupted', []]);
      expect(await signIn()).toBe(403);
      if (mail?.template === 'reset-interrupted') expect(await signIn(mail.values.code)).toBe(200);
    });

    it('mails the code of a finished reset once, and none of an interrupted one before it', async () => {
      const link = api.fakes.playfab.resetLink(marie);
      interrupt(new Error('killed'));
      await api.client.resetPassword(link, 'a new password');
      const { code } = (await api.client.resetPassword(link, 'a new password')).json().data;
      api.infrastructure.clock.advance(minute);
      await api.jobs.runDue();
      expect(sent()).toMatchObject([{ template: 'password-changed', values: { code } }]);
    });

    it('asks for no code and mails none when PlayFab refused the new password', async () => {
      interrupt(new PlayfabRefusal('Admin/ResetPassword', 'InvalidPassword'));
      await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password');
      api.infrastructure.clock.advance(minute);
      await api.jobs.runDue();
      expect(sent()).toEqual([]);
      expect(await signIn()).toBe(200);
    });

    it('keeps the code of an earlier reset when PlayFab refuses another one', async () => {
      const { code } = (await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password')).json()
        .data;
      interrupt(new PlayfabRefusal('Admin/ResetPassword', 'InvalidPassword'));
      await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'another password');
      expect(await signIn()).toBe(403);
      expect(await signIn(code)).toBe(200);
    });

    it('keeps the code of a later reset when an earlier one ends with a refusal', async () => {
      let answer = '';
      vi.spyOn(api.fakes.playfab.gateway, 'resetPassword').mockImplementationOnce(async () => {
        answer = (await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password')).json().data
          .code;
        throw new PlayfabRefusal('Admin/ResetPassword', 'AuthTokenExpired');
      });
      await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'another password');
      expect(await signIn()).toBe(403);
      expect(await signIn(answer)).toBe(200);
    });
  });

  it('sets the password exactly as typed', async () => {
    const password = '  pässwörd 🙂 ';
    await api.client.resetPassword(api.fakes.playfab.resetLink(marie), password);
    expect(api.fakes.playfab.passwords.get(marie)).toBe(password);
  });

  it('mails the owner about the reset, in the language of the account, at the address that PlayFab stores', async () => {
    await api.client.signIn(marie);
    const answer = await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password');
    const { code } = answer.json().data;
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(await mails()).toEqual([
      { to: `${marie}@example.com`, language: 'en', template: 'password-changed', values: { code } },
    ]);
  });

  it('reports that the devices were not unlinked when PlayFab does not answer, and keeps the new password', async () => {
    vi.spyOn(api.fakes.playfab.gateway, 'unlinkDevices').mockRejectedValueOnce(
      new PlayfabUnavailable('Client/UnlinkCustomID'),
    );
    const answer = await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password', true);
    expect(answer.json()).toMatchObject({ success: true, data: { devices: 'failed' } });
    expect(api.fakes.playfab.passwords.get(marie)).toBe('a new password');
    expect(await mails()).toHaveLength(1);
  });

  it('reports a failure that is no outage of PlayFab, and keeps the new password', async () => {
    vi.spyOn(api.fakes.playfab.gateway, 'unlinkDevices').mockRejectedValueOnce(new TypeError('a mistake in our code'));
    const answer = await api.client.resetPassword(api.fakes.playfab.resetLink(marie), 'a new password', true);
    expect(answer.statusCode).toBe(500);
    expect(api.fakes.playfab.passwords.get(marie)).toBe('a new password');
  });

  it.each([
    ['seven characters', '1234567'],
    ['101 characters', 'x'.repeat(101)],
    ['nothing', ''],
  ])('refuses a password of %s and keeps the link valid', async (_, password) => {
    const link = api.fakes.playfab.resetLink(marie);
    const answer = await api.client.resetPassword(link, password);
    expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'InvalidPassword' }]);
    expect((await api.client.resetPassword(link, 'x'.repeat(100))).statusCode).toBe(200);
  });

  it.each(['InvalidParams', 'InvalidPassword'])('asks for another password when PlayFab answers %s', async (error) => {
    const link = api.fakes.playfab.resetLink(marie);
    const refusal = new PlayfabRefusal('Admin/ResetPassword', error);
    vi.spyOn(api.fakes.playfab.gateway, 'resetPassword').mockRejectedValueOnce(refusal);
    const answer = await api.client.resetPassword(link, 'a new password');
    expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'InvalidPassword' }]);
    expect((await api.client.resetPassword(link, 'another password')).statusCode).toBe(200);
  });

  it('answers the same for a used link and an invented one', async () => {
    const link = api.fakes.playfab.resetLink(marie);
    await api.client.resetPassword(link, 'a new password');
    for (const token of [link, newToken()]) {
      const answer = await api.client.resetPassword(token, 'another password');
      expect([answer.statusCode, answer.json()]).toEqual([410, { success: false, error: 'LINK_EXPIRED' }]);
    }
    expect(await mails()).toHaveLength(1);
  });
});
