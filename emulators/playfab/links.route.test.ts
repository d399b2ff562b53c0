import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  goodPassword,
  registerWithContact,
  startPlayfabEmulator,
  type RunningEmulator,
  title,
} from '../../backend/testing/playfab-emulator.ts';
import { minute } from '../../src/lib/durations.ts';

let emulator: RunningEmulator;
let email: string;
const newPassword = 'another good password';

beforeAll(async () => {
  emulator = await startPlayfabEmulator();
});
afterAll(() => emulator.close());

beforeEach(async () => {
  email = `owner-${randomBytes(6).toString('hex')}@example.com`;
  await registerWithContact(emulator.page(), email);
});

const ask = (change: object = {}) =>
  emulator.page().call('Client', 'SendAccountRecoveryEmail', {
    TitleId: title,
    Email: email,
    EmailTemplateId: 'recovery-fr',
    ...change,
  });
const askForToken = async (): Promise<string> => {
  await ask();
  return emulator.mails.at(-1)?.token ?? '';
};
const reset = (Token: string, Password = newPassword) =>
  emulator.server().call('Admin', 'ResetPassword', { Token, Password });
const logIn = (Password: string) => emulator.page().call('Client', 'LoginWithEmailAddress', { Email: email, Password });

describe('SendAccountRecoveryEmail', () => {
  it('sends one recovery mail to the contact address, with a secret of 32 bytes', async () => {
    const before = emulator.mails.length;
    expect(await ask({ Email: email.toUpperCase() })).toEqual({ data: {} });
    expect(emulator.mails.slice(before)).toEqual([
      { email, templateId: 'recovery-fr', token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), ip: '127.0.0.1' },
    ]);
  });

  it('stores only a hash of the recovery secret', async () => {
    const token = await askForToken();
    const tables = emulator.database.$extendTables<{ 'playfab_emulator.recoveries': object }>();
    const rows = await tables.selectFrom('playfab_emulator.recoveries').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('rejects an unknown address, an unknown template and none', async () => {
    expect((await ask({ Email: 'nobody@example.com' })).error).toMatchObject({
      error: 'AccountNotFound',
      errorCode: 1001,
    });
    for (const EmailTemplateId of ['mine', null]) {
      expect((await ask({ EmailTemplateId })).error).toMatchObject({ error: 'EmailTemplateMissing', errorCode: 1318 });
    }
  });
});

describe('a recovery link', () => {
  it('sets the new password once for each recovery link', async () => {
    const token = await askForToken();
    expect(await reset(token)).toEqual({ data: {} });
    expect((await logIn(newPassword)).data).toBeDefined();
    expect((await logIn(goodPassword)).error?.error).toBe('InvalidEmailOrPassword');
    const { error } = await reset(token, 'yet another password');
    expect(error).toMatchObject({ error: 'AuthTokenAlreadyUsedToResetPassword', errorCode: 1329 });
  });

  it('accepts a recovery link for half an hour', async () => {
    const token = await askForToken();
    const player = () =>
      emulator.server().call('Admin', 'GetPlayerIdFromAuthToken', { Token: token, TokenType: 'Email' });
    emulator.clock.advance(30 * minute - 1);
    expect((await player()).data).toHaveProperty('PlayFabId');
    emulator.clock.advance(1);
    expect((await player()).error).toMatchObject({ error: 'AuthTokenDoesNotExist', errorCode: 1327 });
    expect((await reset(token)).error).toMatchObject({ error: 'AuthTokenExpired', errorCode: 1328 });
    expect((await logIn(goodPassword)).data).toBeDefined();
  });

  it('rejects a recovery link after a newer one was sent', async () => {
    const older = await askForToken();
    const newer = await askForToken();
    expect((await reset(older)).error).toMatchObject({ error: 'AuthTokenDoesNotExist', errorCode: 1327 });
    expect(await reset(newer)).toEqual({ data: {} });
  });

  it('keeps the sessions of the old password, as PlayFab documents no way to end them', async () => {
    const intruder = emulator.page();
    await intruder.call('Client', 'LoginWithEmailAddress', { Email: email, Password: goodPassword });
    await reset(await askForToken());
    expect((await intruder.call('Client', 'GetPlayerProfile')).error).toBeUndefined();
  });

  it('rejects an unknown token and a malformed token', async () => {
    const token = randomBytes(32).toString('base64url');
    expect((await reset(token)).error?.error).toBe('AuthTokenDoesNotExist');
    expect((await reset("' or 1=1 --")).error).toMatchObject({ error: 'InvalidAuthToken', errorCode: 1326 });
  });
});
