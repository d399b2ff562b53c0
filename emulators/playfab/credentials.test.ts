import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  goodPassword,
  register,
  startPlayfabEmulator,
  type RunningEmulator,
} from '../../backend/testing/playfab-emulator.ts';
import { minute } from '../../src/lib/durations.ts';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startPlayfabEmulator();
});
afterAll(() => emulator.close());

describe('an entity token', () => {
  it('issues an entity token for a ticket, and lets the server check its owner', async () => {
    const page = emulator.page();
    const session = await register(page, 'entity@example.com');
    const { data } = await page.call('Authentication', 'GetEntityToken');
    expect(data).toMatchObject({ Entity: session.EntityToken.Entity });
    const server = emulator.server();
    await server.call('Authentication', 'GetEntityToken');
    const checked = await server.call('Authentication', 'ValidateEntityToken', { EntityToken: data?.['EntityToken'] });
    expect(checked.data).toMatchObject({
      Entity: { Type: 'title_player_account' },
      Lineage: { TitleId: 'MATHS', MasterPlayerAccountId: session.PlayFabId },
    });
  });

  it('lets no player check a token', async () => {
    const page = emulator.page();
    const { EntityToken } = await register(page, 'checks-tokens@example.com');
    const { error } = await page.call('Authentication', 'ValidateEntityToken', EntityToken);
    expect(error).toMatchObject({ code: 403, error: 'NotAuthorized' });
  });

  it('rejects an invented entity token as invalid', async () => {
    const server = emulator.server();
    const own = await server.call('Authentication', 'GetEntityToken');
    expect(own.data).toMatchObject({ Entity: { Id: 'MATHS', Type: 'title' } });
    const { error } = await server.call('Authentication', 'ValidateEntityToken', { EntityToken: 'made-up' });
    expect(error).toMatchObject({ error: 'EntityTokenInvalid', errorCode: 1335 });
  });
});

describe('DeleteMasterPlayerAccount', () => {
  it('deletes the account, and makes its address available again after minutes', async () => {
    const page = emulator.page();
    const email = 'deleted@example.com';
    const { PlayFabId } = await register(page, email);
    const remove = () => emulator.server().call('Admin', 'DeleteMasterPlayerAccount', { PlayFabId });
    expect((await remove()).data).toBeDefined();
    expect((await page.call('Client', 'GetPlayerProfile')).error?.error).toBe('NotAuthenticated');
    const credentials = { Email: email, Password: goodPassword };
    const logIn = () => emulator.page().call('Client', 'LoginWithEmailAddress', credentials);
    const again = { ...credentials, RequireBothUsernameAndEmail: false };
    const registered = await emulator.page().call('Client', 'RegisterPlayFabUser', again);
    expect([await logIn(), await remove(), registered].map(({ error }) => error?.error)).toEqual(
      Array.from({ length: 3 }, () => 'AccountDeleted'),
    );
    emulator.clock.advance(5 * minute);
    expect([await logIn(), await remove()].map(({ error }) => error?.error)).toEqual(
      Array.from({ length: 2 }, () => 'AccountNotFound'),
    );
    await register(emulator.page(), email);
  });
});

describe('GetUserAccountInfo', () => {
  it("returns a player's address to the server", async () => {
    const { PlayFabId } = await register(emulator.page(), 'address@example.com');
    const { data } = await emulator.server().call('Server', 'GetUserAccountInfo', { PlayFabId });
    expect(data).toMatchObject({ UserInfo: { PlayFabId, PrivateInfo: { Email: 'address@example.com' } } });
  });

  it('finds the player of an address for the server, and nobody for another address', async () => {
    const { PlayFabId } = await register(emulator.page(), 'found@example.com');
    const find = (Email: string) => emulator.server().call('Admin', 'GetUserAccountInfo', { Email });
    expect((await find('Found@example.com')).data).toMatchObject({ UserInfo: { PlayFabId } });
    expect((await find('lost@example.com')).error?.error).toBe('AccountNotFound');
  });
});
