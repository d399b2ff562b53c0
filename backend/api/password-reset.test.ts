import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addOrUpdateUserFunction, apiPaths } from '../../src/contracts/api.ts';
import { day, hour } from '../../src/lib/time.ts';
import { mailMessage } from '../domain/mail/mail-message.ts';
import { renderMail } from '../domain/mail/render-mail.ts';
import { registerWithContact } from '../testing/playfab.ts';
import { mailSender, testTitleId } from '../testing/portal-parts.ts';
import { openTestApi, newToken } from '../testing/test-api.ts';

const login = z.object({
  data: z.object({ SessionTicket: z.string(), EntityToken: z.object({ EntityToken: z.string() }) }),
});
const exchanged = z.object({ data: z.object({ EntityToken: z.string() }) });
const reset = z.object({ data: z.object({ code: z.string(), devices: z.string() }) });
const function_ = z.object({ data: z.object({ FunctionResult: z.unknown() }) });
const ofOwner = 'the password of the owner';
const ofIntruder = 'the password of the intruder';

const portal = await openTestApi({ withPlayfab: true });
let email: string;
beforeEach(() => {
  email = `victim-${randomBytes(6).toString('hex')}@example.com`;
});

/** Makes one of PlayFab's calls as a browser on the portal does; `host` makes the request line absolute. */
const playfab = (path: string, body: object, headers: Record<string, string> = {}, host = '') => {
  const url = `${host}${apiPaths.playfab}/${path}`;
  return portal.app.inject({ method: 'POST', url, headers, payload: { TitleId: testTitleId, ...body } });
};
const recover = (headers: Record<string, string> = {}, host = '') =>
  playfab('Client/SendAccountRecoveryEmail', { Email: email, EmailTemplateId: 'recovery-en' }, headers, host);
/** Requests a recovery mail. @returns the secret of its link. */
const linkOf = async (): Promise<string> => {
  expect((await recover()).statusCode).toBe(200);
  return portal.jobs.newestLink();
};
const mails = async () => {
  const rows = portal.database.selectFrom('jobs').select('payload').where('kind', '=', 'mail');
  const all = (await rows.orderBy('entered').execute()).map(({ payload }) => mailMessage.parse(payload));
  return all.filter(({ to }) => to === email);
};

describe('the link of a recovery mail', () => {
  beforeEach(() => registerWithContact(portal.playfab.page(), email, ofIntruder));

  it('keeps a recovery link usable after ten GETs, and accepts it once', async () => {
    const link = await linkOf();
    for (let count = 0; count < 10; count += 1) {
      for (const method of ['GET', 'HEAD'] as const) {
        await portal.app.inject({ method, url: `/api/user/password-reset?token=${link}&password=stolen-password` });
        await portal.app.inject({ method, url: `/reset-password?token=${link}` });
      }
    }
    expect((await portal.client.resetPassword(link, 'the new password')).statusCode).toBe(200);
    expect((await portal.client.resetPassword(link, 'a third password')).statusCode).toBe(410);
  });

  const evil = 'evil.example';
  it('builds links from the configuration only, not from Host, X-Forwarded-Host, X-Forwarded-Proto or an absolute request line', async () => {
    const spoofs: [headers: Record<string, string>, host?: string][] = [
      [{ host: evil }],
      [{ 'x-forwarded-host': evil, 'x-forwarded-for': '203.0.113.1' }],
      [{ 'x-forwarded-proto': 'http', forwarded: `host=${evil};proto=http` }],
      [{ 'x-original-url': `https://${evil}/`, 'x-rewrite-url': `https://${evil}/` }],
      [{}, `http://${evil}`],
    ];
    for (const [headers, host] of spoofs) {
      portal.clock.advance(hour);
      expect((await recover(headers, host)).statusCode).toBe(200);
      const message = (await mails()).at(-1) ?? expect.fail('no mail');
      const { html, text } = renderMail(message, mailSender);
      expect(text).toContain(`https://portal.example/reset-password?lang=en#token=${await portal.jobs.newestLink()}`);
      expect(html + text).not.toContain(evil);
    }
  });
});

/** An intruder registered with the owner's address, and keeps what PlayFab issued. The owner resets the password. */
describe('after a password reset', () => {
  let intruder: { ticket: string; entityToken: string };
  const logIn = async (path: string, credentials: object) => {
    const { data } = login.parse((await playfab(path, credentials)).json());
    return { ticket: data.SessionTicket, entityToken: data.EntityToken.EntityToken };
  };
  const register = (Email: string, Password: string) =>
    logIn('Client/RegisterPlayFabUser', { Email, Password, RequireBothUsernameAndEmail: false });
  const byPassword = () => logIn('Client/LoginWithEmailAddress', { Email: email, Password: ofOwner });
  const customId = () => ({ CustomId: `an-id-that-the-intruder-linked-${email}` });
  const byCustomId = () => logIn('Client/LoginWithCustomID', customId());
  const link = (ticket: string) => playfab('Client/LinkCustomID', customId(), { 'x-authorization': ticket });
  /** Exchanges an entity token for a new one, which PlayFab allows without end. */
  const exchange = async (entityToken: string): Promise<string> =>
    exchanged.parse((await playfab('Authentication/GetEntityToken', {}, { 'x-entitytoken': entityToken })).json()).data
      .EntityToken;

  /** Binds a new token as a page does. */
  const bind = async (entityToken: string) => {
    const token = newToken();
    const FunctionParameter = { token, userApiVersion: '2.0', newParentPortalAccount: false, lang: 'en' };
    const body = { FunctionName: addOrUpdateUserFunction, FunctionParameter };
    const bound = await playfab('CloudScript/ExecuteFunction', body, { 'x-entitytoken': entityToken });
    return { token, bound: function_.parse(bound.json()).data.FunctionResult };
  };
  /** Makes the two calls with which a page signs in. @returns the status of the second. */
  const attemptSignIn = async (entityToken: string, proof: { ticket?: string; code?: string } = {}) => {
    const { token, bound } = await bind(entityToken);
    const answer = await portal.client.activate(token, undefined, proof);
    return { token, bound, status: answer.statusCode, body: answer.json() };
  };
  const refused = { status: 403, body: { success: false, error: 'SIGN_IN_CODE_REQUIRED' } };

  /** The owner opens the mailed link and sets a password. */
  const resetPassword = async (signOutDevices: boolean) => {
    const answer = await portal.client.resetPassword(await linkOf(), ofOwner, signOutDevices);
    return reset.parse(answer.json()).data;
  };

  beforeEach(async () => {
    intruder = await register(email, ofIntruder);
    const header = { 'x-authorization': intruder.ticket };
    await playfab('Client/AddOrUpdateContactEmail', { EmailAddress: email }, header);
    await link(intruder.ticket);
  });

  it('keeps an intruder out who has the session ticket and entity token from before a reset', async () => {
    await resetPassword(false);
    expect(await attemptSignIn(intruder.entityToken, { ticket: intruder.ticket })).toMatchObject(refused);
  });

  it('keeps an intruder out of a reset account that never used the portal before', async () => {
    await resetPassword(false);
    const answer = await attemptSignIn((await byCustomId()).entityToken);
    expect(answer).toMatchObject({ ...refused, bound: { userAPIResponse: { passwordWasReset: true } } });
  });

  it('keeps an intruder out who exchanged an entity token each day across the reset and a log-out', async () => {
    const before = await attemptSignIn(intruder.entityToken);
    expect(before.status).toBe(200);
    await portal.client.signOut(before.token);
    let entityToken = await exchange(intruder.entityToken);
    await resetPassword(true);
    expect((await portal.client.user(before.token)).statusCode).toBe(401);
    for (let days = 0; days < 3; days += 1) {
      portal.clock.advance(day - hour);
      entityToken = await exchange(entityToken);
      expect(await attemptSignIn(entityToken, { ticket: intruder.ticket })).toMatchObject(refused);
    }
  });

  it('keeps an intruder out who linked a custom id before the reset, however long ago', async () => {
    await resetPassword(false);
    for (const wait of [0, 2 * day, 90 * day]) {
      portal.clock.advance(wait);
      const { ticket, entityToken } = await byCustomId();
      expect(await attemptSignIn(entityToken, { ticket })).toMatchObject(refused);
    }
  });

  it('keeps an intruder out whose old ticket linked a custom id after the devices were signed out', async () => {
    expect((await resetPassword(true)).devices).toBe('signed-out');
    await link(intruder.ticket);
    portal.clock.advance(2 * day);
    const { ticket } = await byCustomId();
    expect(await attemptSignIn(await exchange((await byCustomId()).entityToken), { ticket })).toMatchObject(refused);
  });

  it('accepts the owner’s code however many wrong ones an intruder sent, from the same address too', async () => {
    const { code } = await resetPassword(false);
    for (let guess = 0; guess < 12; guess += 1) await attemptSignIn(intruder.entityToken, { code: '2222-2222' });
    expect((await attemptSignIn(intruder.entityToken, { code: '2222-2222' })).status).toBe(429);
    const { entityToken } = await byPassword();
    expect((await attemptSignIn(entityToken, { code })).status).toBe(200);
  });

  it('keeps an intruder out who has the ticket of another account with a later login', async () => {
    await resetPassword(false);
    portal.clock.advance(2 * day);
    const other = await register(`other-${email}`, 'a password of another account');
    expect(await attemptSignIn((await byCustomId()).entityToken, { ticket: other.ticket })).toMatchObject(refused);
  });

  it('keeps an intruder out who has the code of an earlier reset', async () => {
    const { code } = await resetPassword(false);
    await resetPassword(false);
    expect(await attemptSignIn(intruder.entityToken, { code })).toMatchObject(refused);
  });

  it('signs the owner in on any device with the mailed code of a reset, typed carelessly', async () => {
    const { code } = await resetPassword(true);
    const mail = (await mails()).findLast(({ template }) => template === 'password-changed');
    expect(mail?.values).toEqual({ code });
    const { entityToken } = await byPassword();
    expect((await attemptSignIn(entityToken, { code: ` ${code.toLowerCase().replace('-', ' ')}` })).status).toBe(200);
    portal.clock.advance(90 * day);
    expect((await attemptSignIn((await byPassword()).entityToken, { code })).status).toBe(200);
  });

  it('signs the owner in without a code from 25 hours after a reset on, by the ticket of a login with the password', async () => {
    await resetPassword(false);
    const early = await byPassword();
    expect(await attemptSignIn(early.entityToken, { ticket: early.ticket })).toMatchObject(refused);
    portal.clock.advance(25 * hour - 1);
    const almost = await byPassword();
    expect(await attemptSignIn(almost.entityToken, { ticket: almost.ticket })).toMatchObject(refused);
    portal.clock.advance(1);
    const { entityToken, ticket } = await byPassword();
    expect(await attemptSignIn(entityToken)).toMatchObject(refused);
    expect((await attemptSignIn(entityToken, { ticket })).status).toBe(200);
  });

  it('renews a session that began after a reset without a proof', async () => {
    const { code } = await resetPassword(false);
    const { entityToken } = await byPassword();
    const first = await attemptSignIn(entityToken, { code });
    const { token } = await bind(entityToken);
    expect((await portal.client.activate(token, first.token)).statusCode).toBe(200);
  });

  it.each([
    ['lets no id open the account any more when a reset signed the devices out', true, 'signed-out', 'AccountNotFound'],
    ['keeps the devices that play when the box of a reset is not ticked', false, 'kept', undefined],
  ])('%s', async (_title, signOutDevices, devices, error) => {
    expect((await resetPassword(signOutDevices)).devices).toBe(devices);
    expect((await playfab('Client/LoginWithCustomID', customId())).json().error).toBe(error);
  });
});
