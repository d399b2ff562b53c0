import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  loginOf,
  type PlayfabClient,
  register,
  registerWithContact,
  openTestPlayfab,
} from '../../backend/testing/playfab.ts';
import { minute } from '../../src/lib/time.ts';

const emulator = await openTestPlayfab();

const registerAs = (change: object) =>
  emulator.page().call('Client/RegisterPlayFabUser', {
    Email: 'somebody@example.com',
    Password: goodPassword,
    RequireBothUsernameAndEmail: false,
    ...change,
  });
const logIn = (Email: string, Password = goodPassword) =>
  emulator.page().call('Client/LoginWithEmailAddress', { Email, Password });
const ask = (Email: string, change: object = {}) =>
  emulator.page().call('Client/SendAccountRecoveryEmail', { Email, EmailTemplateId: 'recovery-fr', ...change });
const linkOf = async (email: string): Promise<string> => {
  await ask(email);
  return emulator.mails.at(-1)?.token ?? '';
};
const reset = (Token: string, Password: string) => emulator.server().call('Admin/ResetPassword', { Token, Password });
const profileOf = (page: PlayfabClient) =>
  page.call('Client/GetPlayerProfile', { ProfileConstraints: { ShowContactEmailAddresses: true } });

/** https://learn.microsoft.com/rest/api/playfab/client/authentication/register-playfab-user */
describe('RegisterPlayFabUser', () => {
  it('opens a session with a ticket, an entity token and no NewlyCreated', async () => {
    const { data } = await registerAs({ Email: 'new@example.com' });
    const login = loginOf({ ...(data && { data }) });
    expect(login.PlayFabId).toMatch(/^[0-9A-F]{16}$/);
    expect(login.SessionTicket.startsWith(`${login.PlayFabId}-`)).toBe(true);
    const kind = 'title_player_account';
    expect(login.EntityToken.Entity).toMatchObject({ Type: kind, TypeString: kind });
    expect(data).not.toHaveProperty('NewlyCreated');
    expect(data).toHaveProperty('SettingsForUser.GatherDeviceInfo');
  });

  it.each([
    // Microsoft's PlayFabApiTest.js, "InvalidRegistration", expects both errors in one report.
    [
      { Email: 'x', Password: 'x' },
      { Email: ['Email address is not valid.'], Password: ['Password must be between 6 and 100 characters.'] },
    ],
    [{ RequireBothUsernameAndEmail: true }, { Username: ['The Username field is required.'] }],
    [{ Email: `${'a'.repeat(250)}@example.com` }, { Email: ['Email must be less than 255 characters.'] }],
    [{ Password: '1234567' }, { Password: ['Password must be between 8 and 100 characters.'] }],
  ])('names every invalid field of %j', async (change, errorDetails) => {
    const { error } = await registerAs(change);
    const [InvalidParams, errorMessage] = ['InvalidParams', 'Invalid input parameters'];
    expect(error).toEqual({ code: 400, error: InvalidParams, errorCode: 1000, errorMessage, errorDetails });
  });

  it('reports that an address is taken, ignoring upper and lower case', async () => {
    await register(emulator.page(), 'taken@example.com');
    expect((await registerAs({ Email: 'Taken@Example.COM' })).error).toMatchObject({
      code: 400,
      error: 'EmailAddressNotAvailable',
      errorCode: 1006,
      errorDetails: { Email: ['Email address already exists. '] },
    });
  });
});

/** https://learn.microsoft.com/rest/api/playfab/client/authentication/login-with-email-address */
describe('LoginWithEmailAddress', () => {
  it('opens a session for the exact password, including spaces and emoji', async () => {
    const password = '  pass 🦊 phrase  ';
    const { PlayFabId } = await register(emulator.page(), 'typed@example.com', password);
    const answer = await logIn('TYPED@example.com', password);
    expect(answer.data).toMatchObject({ PlayFabId, NewlyCreated: false });
  });

  it.each([
    // Microsoft's PlayFabApiTest.js, "InvalidLogin", expects "password" in the message.
    ['a wrong password', 'wrong@example.com', 401, 'InvalidEmailOrPassword', 1142, /password/],
    ['an unknown address', 'unknown@example.com', 400, 'AccountNotFound', 1001, /^User not found$/],
  ])('refuses %s', async (_, email, code, error, errorCode, errorMessage) => {
    await register(emulator.page(), 'wrong@example.com').catch(() => undefined);
    const refused = { code, error, errorCode, errorMessage: expect.stringMatching(errorMessage) };
    expect((await logIn(email, `${goodPassword}!`)).error).toMatchObject(refused);
  });
});

/** https://learn.microsoft.com/gaming/playfab/player-progression/player-data/contact-emails */
describe('the contact address', () => {
  it('is not the login address: a player without one gets no mail', async () => {
    await register(emulator.page(), 'no-contact@example.com');
    const before = emulator.mails.length;
    const refused = { code: 400, error: 'NoContactEmailAddressFound', errorCode: 1325 };
    expect((await ask('no-contact@example.com')).error).toMatchObject(refused);
    expect(emulator.mails).toHaveLength(before);
  });

  it('gets the mail for the login address', async () => {
    const page = emulator.page();
    await register(page, 'login@example.com');
    const contact = { EmailAddress: 'Contact@example.com' };
    expect(await page.call('Client/AddOrUpdateContactEmail', contact)).toEqual({ data: {} });
    expect(await ask('LOGIN@example.com')).toEqual({ data: {} });
    const token = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/);
    const mail = { email: 'contact@example.com', templateId: 'recovery-fr', token, ip: '127.0.0.1' };
    expect(emulator.mails.at(-1)).toEqual(mail);
    expect((await ask('contact@example.com')).error?.error).toBe('AccountNotFound');
  });

  it('is unverified in the profile, and after every update', async () => {
    const page = emulator.page();
    await register(page, 'profile@example.com');
    expect((await profileOf(page)).data).not.toHaveProperty('PlayerProfile.ContactEmailAddresses');
    for (const EmailAddress of ['first@example.com', 'second@example.com']) {
      await page.call('Client/AddOrUpdateContactEmail', { EmailAddress });
      const addresses = [{ Name: null, EmailAddress, VerificationStatus: 'Unverified' }];
      expect((await profileOf(page)).data).toHaveProperty('PlayerProfile.ContactEmailAddresses', addresses);
    }
  });
});

/** https://learn.microsoft.com/rest/api/playfab/admin/account-management/reset-password */
describe('a recovery link', () => {
  const newPassword = 'another good password';
  const unknown = { error: 'AuthTokenDoesNotExist', errorCode: 1327 };

  it('sets the new password once, and keeps the sessions of the old one', async () => {
    const page = emulator.page();
    await registerWithContact(page, 'resets@example.com');
    const token = await linkOf('resets@example.com');
    expect(await reset(token, newPassword)).toEqual({ data: {} });
    expect((await logIn('resets@example.com', newPassword)).data).toBeDefined();
    expect((await logIn('resets@example.com')).error?.error).toBe('InvalidEmailOrPassword');
    expect((await profileOf(page)).error).toBeUndefined();
    const used = { error: 'AuthTokenAlreadyUsedToResetPassword', errorCode: 1329 };
    expect((await reset(token, 'yet another password')).error).toMatchObject(used);
  });

  it('is accepted for half an hour', async () => {
    await registerWithContact(emulator.page(), 'late@example.com');
    const Token = await linkOf('late@example.com');
    const player = () => emulator.server().call('Admin/GetPlayerIdFromAuthToken', { Token, TokenType: 'Email' });
    emulator.clock.advance(30 * minute - 1);
    expect((await player()).data).toHaveProperty('PlayFabId');
    emulator.clock.advance(1);
    expect((await player()).error).toMatchObject(unknown);
    expect((await reset(Token, newPassword)).error).toMatchObject({ error: 'AuthTokenExpired', errorCode: 1328 });
    expect((await logIn('late@example.com')).data).toBeDefined();
  });

  it('is refused after a newer one was sent, when it is unknown and when it is malformed', async () => {
    await registerWithContact(emulator.page(), 'older@example.com');
    const [older, newer] = [await linkOf('older@example.com'), await linkOf('older@example.com')];
    expect((await reset(older, newPassword)).error).toMatchObject(unknown);
    expect(await reset(newer, newPassword)).toEqual({ data: {} });
    expect((await reset('A'.repeat(43), newPassword)).error).toMatchObject(unknown);
    const malformed = { error: 'InvalidAuthToken', errorCode: 1326 };
    expect((await reset("' or 1=1 --", newPassword)).error).toMatchObject(malformed);
  });

  it('is not sent for an unknown address, and not without a known template', async () => {
    await registerWithContact(emulator.page(), 'template@example.com');
    const missing = { error: 'AccountNotFound', errorCode: 1001 };
    expect((await ask('nobody@example.com')).error).toMatchObject(missing);
    for (const EmailTemplateId of ['mine', null]) {
      const refused = { error: 'EmailTemplateMissing', errorCode: 1318 };
      expect((await ask('template@example.com', { EmailTemplateId })).error).toMatchObject(refused);
    }
  });
});

/** https://learn.microsoft.com/rest/api/playfab/admin/account-management/delete-master-player-account */
describe('DeleteMasterPlayerAccount', () => {
  it('deletes the account, and makes its address available again after minutes', async () => {
    const page = emulator.page();
    const email = 'deleted@example.com';
    const { PlayFabId } = await register(page, email);
    const remove = () => emulator.server().call('Admin/DeleteMasterPlayerAccount', { PlayFabId });
    expect((await remove()).data).toBeDefined();
    expect((await profileOf(page)).error?.error).toBe('NotAuthenticated');
    const early = [await logIn(email), await remove(), await registerAs({ Email: email })];
    expect(early.map(({ error }) => error?.error)).toEqual(Array(3).fill('AccountDeleted'));
    emulator.clock.advance(5 * minute);
    const late = [await logIn(email), await remove()];
    expect(late.map(({ error }) => error?.error)).toEqual(Array(2).fill('AccountNotFound'));
    await register(emulator.page(), email);
  });
});

/** https://learn.microsoft.com/rest/api/playfab/server/account-management/get-user-account-info */
describe('GetUserAccountInfo', () => {
  it('returns a player by id or by address to the title only', async () => {
    const { PlayFabId } = await register(emulator.page(), 'address@example.com');
    const PrivateInfo = { Email: 'address@example.com' };
    const server = emulator.server();
    const byId = await server.call('Server/GetUserAccountInfo', { PlayFabId });
    expect(byId.data).toMatchObject({ UserInfo: { PlayFabId, PrivateInfo } });
    const byAddress = (Email: string) => server.call('Admin/GetUserAccountInfo', { Email });
    expect((await byAddress('Address@example.com')).data).toMatchObject({ UserInfo: { PlayFabId } });
    expect((await byAddress('lost@example.com')).error?.error).toBe('AccountNotFound');
  });
});
