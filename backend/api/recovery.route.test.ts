import { beforeEach, describe, expect, it, vi } from 'vitest';
import { minute } from '../../src/lib/time.ts';
import { PlayfabRefusal, PlayfabUnavailable } from '../gateways/playfab.ts';
import { openTestApi, newToken, randomPlayfabId } from '../testing/test-api.ts';

/** PlayFab stores addresses in lower case. */
const addressOf = (playfabId: string): string => `${playfabId.toLowerCase()}@example.com`;

describe('the end of a recovery', async () => {
  const api = await openTestApi();
  let marie: string;
  beforeEach(async () => {
    marie = randomPlayfabId();
    await api.playfab.player(marie, addressOf(marie));
  });

  const linkOf = () => api.playfab.resetLink(marie);
  const reset = async (
    password = 'a new password',
    { link = linkOf(), signOutDevices = false }: { link?: string | Promise<string>; signOutDevices?: boolean } = {},
  ) => api.client.resetPassword(await link, password, signOutDevices);
  const opens = async (Password: string): Promise<boolean> => {
    const login = { Email: addressOf(marie), Password };
    return (await api.playfab.page().call('Client/LoginWithEmailAddress', login)).error === undefined;
  };
  const fail = (call: 'resetPassword' | 'unlinkDevices', error: Error) =>
    vi.spyOn(api.playfab.gateway, call).mockRejectedValueOnce(error);
  const crash = new Error('killed');
  const refusal = (error: string) => new PlayfabRefusal('Admin/ResetPassword', error);
  /** Returns the mails that the owner gets within this time. */
  const mails = async (within = 0) => {
    api.clock.advance(within);
    await api.jobs.runDue();
    return api.jobs.mails.filter(({ to }) => to === addressOf(marie));
  };
  const signIn = async (code?: string) => {
    const token = newToken();
    await api.client.bind(marie, token);
    return (await api.client.activate(token, undefined, code === undefined ? {} : { code })).statusCode;
  };
  const expectEnded = async (token: string) =>
    expect((await api.client.user(token)).json()).toEqual({ success: false, error: 'TOKEN_EXPIRED' });

  it('ends an intruder’s earlier session with the password reset', async () => {
    const intruder = await api.client.signIn(marie);
    const pending = newToken();
    await api.client.bind(marie, pending);
    expect((await reset()).json()).toEqual({ success: true, data: { code: expect.any(String), devices: 'kept' } });
    await expectEnded(intruder);
    expect((await api.client.activate(pending)).statusCode).toBe(401);
  });

  it('sets the password exactly as typed', async () => {
    await reset('  pässwörd 🙂 ');
    expect(await opens('  pässwörd 🙂 ')).toBe(true);
  });

  it('mails the owner about the reset, in the language of the account, at the address that PlayFab stores', async () => {
    await api.client.signIn(marie);
    await api.database.updateTable('users').set({ language: 'fr' }).where('playfabId', '=', marie).execute();
    const { code } = (await reset()).json().data;
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const template = 'password-changed';
    expect(await mails()).toEqual([{ to: addressOf(marie), language: 'fr', template, values: { code } }]);
  });

  it('reports that the devices were not unlinked when PlayFab does not answer, and keeps the new password', async () => {
    fail('unlinkDevices', new PlayfabUnavailable('Client/UnlinkCustomID'));
    const answer = await reset('a new password', { signOutDevices: true });
    expect(answer.json()).toMatchObject({ success: true, data: { devices: 'failed' } });
    expect([await opens('a new password'), (await mails()).length]).toEqual([true, 1]);
  });

  it.each([
    ['seven characters', '1234567'],
    ['101 characters', 'x'.repeat(101)],
    ['nothing', ''],
    ['what PlayFab refuses with InvalidParams', 'a new password', refusal('InvalidParams')],
    ['what PlayFab refuses with InvalidPassword', 'a new password', refusal('InvalidPassword')],
  ])('refuses a password of %s and keeps the link valid', async (_, typed, error?: Error) => {
    const link = linkOf();
    if (error !== undefined) fail('resetPassword', error);
    const answer = await reset(typed, { link });
    expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'InvalidPassword' }]);
    expect((await reset('x'.repeat(100), { link })).statusCode).toBe(200);
  });

  it('answers the same for a used link and an invented one', async () => {
    const used = linkOf();
    await reset('a new password', { link: used });
    for (const link of [used, newToken()]) {
      const answer = await reset('another password', { link });
      expect([answer.statusCode, answer.json()]).toEqual([410, { success: false, error: 'LINK_EXPIRED' }]);
    }
    expect(await mails()).toHaveLength(1);
  });

  describe('that is interrupted while PlayFab sets the password', () => {
    it('keeps an intruder’s session revoked', async () => {
      const intruder = await api.client.signIn(marie);
      fail('resetPassword', crash);
      expect((await reset()).statusCode).toBe(500);
      await expectEnded(intruder);
    });

    it.each([
      ['a crash', crash],
      ['an outage of PlayFab', new PlayfabUnavailable('Admin/ResetPassword')],
    ])('mails the code that sign-ins ask for a minute after %s, and accepts no invented one', async (_, error) => {
      fail('resetPassword', error);
      await reset();
      expect(await mails()).toEqual([]);
      const [mail, ...others] = await mails(minute);
      expect([mail?.template, others]).toEqual(['reset-interrupted', []]);
      expect([await signIn(), await signIn('ABCD-2345')]).toEqual([403, 403]);
      expect(mail?.template === 'reset-interrupted' && (await signIn(mail.values.code))).toBe(200);
    });

    it('mails the code of a finished reset once, and none of an interrupted one before it', async () => {
      const link = linkOf();
      fail('resetPassword', crash);
      await reset('a new password', { link });
      const { code } = (await reset('a new password', { link })).json().data;
      expect(await mails(minute)).toMatchObject([{ template: 'password-changed', values: { code } }]);
    });

    it('asks for no code and mails none when PlayFab refused the new password', async () => {
      fail('resetPassword', refusal('InvalidPassword'));
      await reset();
      expect(await mails(minute)).toEqual([]);
      expect(await signIn()).toBe(200);
    });

    it('keeps the code of an earlier reset when PlayFab refuses another one', async () => {
      const { code } = (await reset()).json().data;
      fail('resetPassword', refusal('InvalidPassword'));
      await reset('another password');
      expect([await signIn(), await signIn(code)]).toEqual([403, 200]);
    });

    it('keeps the code of a later reset when an earlier one ends with a refusal', async () => {
      let code = '';
      vi.spyOn(api.playfab.gateway, 'resetPassword').mockImplementationOnce(async () => {
        code = (await reset()).json().data.code;
        throw refusal('AuthTokenExpired');
      });
      await reset('another password');
      expect([await signIn(), await signIn(code)]).toEqual([403, 200]);
    });
  });
});
