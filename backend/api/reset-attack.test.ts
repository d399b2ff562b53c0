import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addOrUpdateUserFunction, apiPaths } from '../../src/contracts/api.ts';
import { day, hour } from '../../src/lib/durations.ts';
import { newToken } from '../testing/test-api.ts';
import { createTestPortal } from '../testing/test-portal.ts';

/**
 * Attacks on an account whose owner resets the password: somebody registered with the owner's address and keeps what
 * PlayFab issued. The portal runs with the real gateway and PlayFab's emulator.
 */
const login = z.object({
  data: z.object({
    PlayFabId: z.string(),
    SessionTicket: z.string(),
    EntityToken: z.object({ EntityToken: z.string() }),
  }),
});
const exchanged = z.object({ data: z.object({ EntityToken: z.string() }) });
const reset = z.object({ data: z.object({ code: z.string(), devices: z.string() }) });
const function_ = z.object({ data: z.object({ FunctionResult: z.unknown() }) });

let portal: Awaited<ReturnType<typeof createTestPortal>>;
let email: string;
let intruder: { ticket: string; entityToken: string };
const customId = () => `an-id-that-the-intruder-linked-${email}`;

const playfab = async (path: string, payload: object, headers: Record<string, string> = {}): Promise<unknown> =>
  (await portal.app.inject({ method: 'POST', url: `${apiPaths.playfab}/${path}`, headers, payload })).json();

const logIn = async (path: string, credentials: object) => {
  const { data } = login.parse(await playfab(path, { TitleId: 'MATHS', ...credentials }));
  return { ticket: data.SessionTicket, entityToken: data.EntityToken.EntityToken };
};
const byPassword = (password: string) => logIn('Client/LoginWithEmailAddress', { Email: email, Password: password });
const byCustomId = () => logIn('Client/LoginWithCustomID', { CustomId: customId() });
const link = (ticket: string) =>
  playfab('Client/LinkCustomID', { CustomId: customId() }, { 'x-authorization': ticket });

/** Exchanges an entity token for a new one, which PlayFab allows without end. */
const exchange = async (entityToken: string): Promise<string> =>
  exchanged.parse(await playfab('Authentication/GetEntityToken', {}, { 'x-entitytoken': entityToken })).data
    .EntityToken;

/** Makes the two calls with which a page signs in. @returns the status of the second. */
const attemptSignIn = async (entityToken: string, proof: { ticket?: string; code?: string } = {}) => {
  const token = newToken();
  const FunctionParameter = { token, userApiVersion: '2.0', newParentPortalAccount: false, lang: 'en' };
  const bound = await playfab(
    'CloudScript/ExecuteFunction',
    { FunctionName: addOrUpdateUserFunction, FunctionParameter },
    { 'x-entitytoken': entityToken },
  );
  const answer = await portal.app.inject({
    method: 'PUT',
    url: `${apiPaths.integrations}?p=1`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token, ...proof }).toString(),
  });
  return { bound: function_.parse(bound).data.FunctionResult, status: answer.statusCode, body: answer.json(), token };
};
const refused = { status: 403, body: { success: false, error: 'SIGN_IN_CODE_REQUIRED' } };

/** The owner opens the mailed link and sets a password. */
const resetPassword = async (signOutDevices: boolean) => {
  await playfab('Client/SendAccountRecoveryEmail', {
    TitleId: 'MATHS',
    Email: email,
    EmailTemplateId: 'recovery-en',
  });
  await portal.jobs.runDue();
  const mail = portal.jobs.mails.findLast(({ to, template }) => to === email && template === 'recovery');
  if (mail?.template !== 'recovery') throw new Error('no mail');
  const payload = { token: mail.values.token, password: 'the password of the owner', signOutDevices };
  const answer = await portal.app.inject({ method: 'POST', url: apiPaths.passwordReset, payload });
  await portal.jobs.runDue();
  return reset.parse(answer.json()).data;
};

beforeAll(async () => {
  portal = await createTestPortal();
});
beforeEach(async () => {
  email = `victim-${randomBytes(6).toString('hex')}@example.com`;
  intruder = await logIn('Client/RegisterPlayFabUser', {
    Email: email,
    Password: 'the password of the intruder',
    RequireBothUsernameAndEmail: false,
  });
  await playfab('Client/AddOrUpdateContactEmail', { EmailAddress: email }, { 'x-authorization': intruder.ticket });
  await link(intruder.ticket);
});
afterAll(() => portal.close());

describe('after a password reset, an intruder', () => {
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
      portal.infrastructure.clock.advance(day - hour);
      entityToken = await exchange(entityToken);
      expect(await attemptSignIn(entityToken, { ticket: intruder.ticket })).toMatchObject(refused);
    }
  });

  it('keeps an intruder out who linked a custom id before the reset, however long ago', async () => {
    await resetPassword(false);
    for (const wait of [0, 2 * day, 90 * day]) {
      portal.infrastructure.clock.advance(wait);
      const { ticket, entityToken } = await byCustomId();
      expect(await attemptSignIn(entityToken, { ticket })).toMatchObject(refused);
    }
  });

  it('keeps an intruder out whose old ticket linked a custom id after the devices were signed out', async () => {
    expect((await resetPassword(true)).devices).toBe('signed-out');
    await link(intruder.ticket);
    portal.infrastructure.clock.advance(2 * day);
    const { ticket } = await byCustomId();
    expect(await attemptSignIn(await exchange((await byCustomId()).entityToken), { ticket })).toMatchObject(refused);
  });

  it('accepts the owner’s code however many wrong ones an intruder sent, from the same address too', async () => {
    const { code } = await resetPassword(false);
    for (let guess = 0; guess < 12; guess += 1) await attemptSignIn(intruder.entityToken, { code: '2222-2222' });
    expect((await attemptSignIn(intruder.entityToken, { code: '2222-2222' })).status).toBe(429);
    const { entityToken } = await byPassword('the password of the owner');
    expect((await attemptSignIn(entityToken, { code })).status).toBe(200);
  });

  it('keeps an intruder out who has the ticket of another account with a later login', async () => {
    await resetPassword(false);
    portal.infrastructure.clock.advance(2 * day);
    const other = await logIn('Client/RegisterPlayFabUser', {
      Email: `other-${email}`,
      Password: 'a password of another account',
      RequireBothUsernameAndEmail: false,
    });
    expect(await attemptSignIn((await byCustomId()).entityToken, { ticket: other.ticket })).toMatchObject(refused);
  });

  it('keeps an intruder out who has the code of an earlier reset', async () => {
    const { code } = await resetPassword(false);
    await resetPassword(false);
    expect(await attemptSignIn(intruder.entityToken, { code })).toMatchObject(refused);
  });
});

describe('after a password reset, the owner', () => {
  const password = 'the password of the owner';

  it('signs the owner in on any device with the mailed code of a reset, typed carelessly', async () => {
    const { code } = await resetPassword(true);
    const mail = portal.jobs.mails.findLast(({ to, template }) => to === email && template === 'password-changed');
    expect(mail?.values).toEqual({ code });
    const { entityToken } = await byPassword(password);
    expect((await attemptSignIn(entityToken, { code: ` ${code.toLowerCase().replace('-', ' ')}` })).status).toBe(200);
    portal.infrastructure.clock.advance(90 * day);
    expect((await attemptSignIn((await byPassword(password)).entityToken, { code })).status).toBe(200);
  });

  it('signs the owner in without a code from 25 hours after a reset on, by the ticket of a login with the password', async () => {
    await resetPassword(false);
    const early = await byPassword(password);
    expect(await attemptSignIn(early.entityToken, { ticket: early.ticket })).toMatchObject(refused);
    portal.infrastructure.clock.advance(25 * hour - 1);
    const almost = await byPassword(password);
    expect(await attemptSignIn(almost.entityToken, { ticket: almost.ticket })).toMatchObject(refused);
    portal.infrastructure.clock.advance(1);
    const { entityToken, ticket } = await byPassword(password);
    expect(await attemptSignIn(entityToken)).toMatchObject(refused);
    expect((await attemptSignIn(entityToken, { ticket })).status).toBe(200);
  });

  it('renews a session that began after a reset without a proof', async () => {
    const { code } = await resetPassword(false);
    const { entityToken } = await byPassword(password);
    const first = await attemptSignIn(entityToken, { code });
    const token = newToken();
    const FunctionParameter = { token, userApiVersion: '2.0', newParentPortalAccount: false, lang: 'en' };
    const body = { FunctionName: addOrUpdateUserFunction, FunctionParameter };
    await playfab('CloudScript/ExecuteFunction', body, { 'x-entitytoken': entityToken });
    expect((await portal.client.put(token, first.token)).statusCode).toBe(200);
  });

  it('lets no id open the account any more when a reset signed the devices out', async () => {
    expect((await resetPassword(true)).devices).toBe('signed-out');
    expect(await playfab('Client/LoginWithCustomID', { TitleId: 'MATHS', CustomId: customId() })).toMatchObject({
      error: 'AccountNotFound',
    });
  });

  it('keeps the devices that play when the box of a reset is not ticked', async () => {
    expect((await resetPassword(false)).devices).toBe('kept');
    expect((await byCustomId()).ticket).not.toBe('');
  });
});
