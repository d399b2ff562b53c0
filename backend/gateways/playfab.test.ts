import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { day } from '../../src/lib/time.ts';
import {
  goodPassword,
  loginOf,
  register,
  registerWithContact,
  secretKey,
  openTestPlayfab,
} from '../testing/playfab.ts';
import { testTitleId } from '../testing/portal-parts.ts';
import { createPlayfabGateway, PlayfabRefusal, type PlayfabServer, PlayfabUnavailable } from './playfab.ts';

const emulator = await openTestPlayfab();

const gatewayTo = (baseUrl: string, change: Partial<PlayfabServer> = {}) =>
  createPlayfabGateway({ baseUrl, titleId: testTitleId, secretKey, ...change });
const gateway = () => gatewayTo(emulator.root, { fetch: emulator.into });
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const recoveryToken = async (email: string): Promise<string> => {
  const request = { Email: email, EmailTemplateId: 'recovery-en' };
  await emulator.page().call('Client/SendAccountRecoveryEmail', request);
  return emulator.mails.at(-1)?.token ?? '';
};

describe('the PlayFab gateway', () => {
  it('finds the player of a reset token and sets the password once', async () => {
    const { PlayFabId } = await registerWithContact(emulator.page(), 'reset@example.com');
    const token = await recoveryToken('reset@example.com');
    expect(await gateway().playerOfResetToken(token)).toBe(PlayFabId);
    await gateway().resetPassword(token, 'a new password');
    const again = await caught(gateway().resetPassword(token, 'a newer password'));
    expect(again).toBeInstanceOf(PlayfabRefusal);
    expect(again).toMatchObject({ error: 'AuthTokenAlreadyUsedToResetPassword', isAboutLink: true });
  });

  it('reads a player’s address, and null for an unknown player', async () => {
    const { PlayFabId } = await register(emulator.page(), 'address@example.com');
    expect(await gateway().accountOf(PlayFabId)).toEqual({ email: 'address@example.com' });
    expect(await gateway().accountOf('0000000000000000')).toBeNull();
  });

  it('deletes a player, and accepts one who was deleted already', async () => {
    const { PlayFabId } = await register(emulator.page(), 'leaving@example.com');
    await gateway().deletePlayer(PlayFabId);
    await gateway().deletePlayer(PlayFabId);
    expect(await gateway().accountOf(PlayFabId)).toBeNull();
  });

  it('returns how the holder of a session ticket logged in, and null for an invented or expired ticket', async () => {
    const page = emulator.page();
    const { PlayFabId, SessionTicket } = await register(page, 'ticket@example.com');
    await page.call('Client/LinkCustomID', { CustomId: 'id-of-the-ticket' });
    const byId = await emulator.page().call('Client/LoginWithCustomID', { CustomId: 'id-of-the-ticket' });
    expect(await gateway().loginOfTicket(SessionTicket)).toEqual({ playfabId: PlayFabId, provider: 'PlayFab' });
    expect(await gateway().loginOfTicket(loginOf(byId).SessionTicket)).toEqual({
      playfabId: PlayFabId,
      provider: 'Custom',
    });
    expect(await gateway().loginOfTicket('invented')).toBeNull();
    emulator.clock.advance(day);
    expect(await gateway().loginOfTicket(SessionTicket)).toBeNull();
  });

  it('unlinks the custom id and the devices of a player, and accepts a player who has none', async () => {
    const page = emulator.page();
    await register(page, 'devices@example.com');
    for (const CustomId of ['id-of-devices', 'older-id-of-devices'])
      await page.call('Client/LinkCustomID', { CustomId });
    await page.call('Client/LinkIOSDeviceID', { DeviceId: 'tablet-of-devices' });
    await gateway().unlinkDevices('devices@example.com', goodPassword);
    for (const CustomId of ['id-of-devices', 'older-id-of-devices']) {
      const { error } = await emulator.page().call('Client/LoginWithCustomID', { CustomId });
      expect(error?.error).toBe('AccountNotFound');
    }
    await gateway().unlinkDevices('devices@example.com', goodPassword);
  });

  it('ends when PlayFab never says that no id is linked', async () => {
    const answer = { code: 200, data: { SessionTicket: 'ticket' } };
    const endless = createPlayfabGateway({
      baseUrl: 'https://playfab.example',
      titleId: testTitleId,
      secretKey,
      fetch: async () => Response.json(answer),
    });
    expect(await caught(endless.unlinkDevices('a@example.com', goodPassword))).toBeInstanceOf(PlayfabUnavailable);
  });

  it('returns the owner of an entity token, and null for an invented one', async () => {
    const { EntityToken } = await register(emulator.page(), 'entity@example.com');
    const { Id, Type } = EntityToken.Entity;
    expect(await gateway().validateEntityToken(EntityToken.EntityToken)).toEqual({ id: Id, type: Type });
    expect(await gateway().validateEntityToken('made up')).toBeNull();
  });

  it('gets a new title token when PlayFab has forgotten the old one', async () => {
    const { EntityToken } = await register(emulator.page(), 'forgotten@example.com');
    const lasting = gateway();
    await lasting.validateEntityToken(EntityToken.EntityToken);
    await sql`delete from playfab_emulator.credentials where playfab_id is null`.execute(emulator.tables);
    expect(await lasting.validateEntityToken(EntityToken.EntityToken)).toMatchObject({ type: 'title_player_account' });
  });

  it('refuses every call with a wrong key', async () => {
    const error = await caught(
      gatewayTo(emulator.root, { secretKey: 'wrong', fetch: emulator.into }).accountOf('0000000000000000'),
    );
    expect(error).toMatchObject({ name: 'PlayfabRefusal', error: 'NotAuthenticated', isAboutLink: false });
  });
});
