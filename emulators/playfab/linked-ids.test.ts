import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  register,
  startPlayfabEmulator,
  type RunningEmulator,
  sessionOf,
} from '../../backend/testing/playfab-emulator.ts';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startPlayfabEmulator();
});
afterAll(() => emulator.close());

describe('LoginWithCustomID', () => {
  it('creates an account once, and returns it for the same id', async () => {
    const request = { CustomId: 'made-once', CreateAccount: true };
    const first = await emulator.page().call('Client', 'LoginWithCustomID', request);
    const again = await emulator.page().call('Client', 'LoginWithCustomID', request);
    expect(first.data).toMatchObject({ NewlyCreated: true });
    expect(again.data).toMatchObject({ NewlyCreated: false });
    expect(sessionOf(again).PlayFabId).toBe(sessionOf(first).PlayFabId);
  });

  it('creates no account without CreateAccount', async () => {
    const { error } = await emulator.page().call('Client', 'LoginWithCustomID', { CustomId: 'never-seen' });
    expect(error).toMatchObject({ error: 'AccountNotFound', errorCode: 1001 });
  });
});

describe.each([
  { method: 'LinkCustomID', field: 'CustomId', claimed: 'LinkedIdentifierAlreadyClaimed', errorCode: 1184 },
  { method: 'LinkIOSDeviceID', field: 'DeviceId', claimed: 'LinkedDeviceAlreadyClaimed', errorCode: 1118 },
  { method: 'LinkAndroidDeviceID', field: 'AndroidDeviceId', claimed: 'LinkedDeviceAlreadyClaimed', errorCode: 1118 },
])('the call $method', ({ method, field, claimed, errorCode }) => {
  it('links an id, and accepts the same link again', async () => {
    const page = emulator.page();
    await register(page, `${method}-own@example.com`);
    const request = { [field]: `${method}-own` };
    expect(await page.call('Client', method, request)).toEqual({ data: {} });
    expect(await page.call('Client', method, request)).toEqual({ data: {} });
  });

  it('leaves an id with its current player', async () => {
    const [holder, other] = [emulator.page(), emulator.page()];
    await register(holder, `${method}-holder@example.com`);
    await register(other, `${method}-other@example.com`);
    const request = { [field]: `${method}-contested` };
    await holder.call('Client', method, request);
    expect((await other.call('Client', method, request)).error).toMatchObject({ code: 400, error: claimed, errorCode });
    expect(await holder.call('Client', method, request)).toEqual({ data: {} });
  });

  it('rejects a call without an id', async () => {
    const page = emulator.page();
    await register(page, `${method}-none@example.com`);
    const { error } = await page.call('Client', method, {});
    expect(error).toMatchObject({
      error: 'InvalidParams',
      errorDetails: { [field]: [`The ${field} field is required.`] },
    });
  });
});

describe('a linked custom id', () => {
  it('stores a linked id, which opens the account, as a digest only', async () => {
    const page = emulator.page();
    const { PlayFabId } = await register(page, 'custom@example.com');
    await page.call('Client', 'LinkCustomID', { CustomId: 'opens-the-account' });
    const login = await emulator.page().call('Client', 'LoginWithCustomID', { CustomId: 'opens-the-account' });
    expect(sessionOf(login).PlayFabId).toBe(PlayFabId);
    const links = emulator.database.$extendTables<{ 'playfab_emulator.links': object }>();
    const rows = await links.selectFrom('playfab_emulator.links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('opens-the-account');
  });
});

describe.each([
  { kind: 'CustomID', field: 'CustomId', notLinked: 'CustomIdNotLinked', errorCode: 1185 },
  { kind: 'IOSDeviceID', field: 'DeviceId', notLinked: 'DeviceNotLinked', errorCode: 1120 },
  { kind: 'AndroidDeviceID', field: 'AndroidDeviceId', notLinked: 'DeviceNotLinked', errorCode: 1120 },
])('Unlink$kind', ({ kind, field, notLinked, errorCode }) => {
  it.each([['by its name', { [field]: `${kind}-unlinked` }] as const, ['without naming it', {}] as const])(
    'unlinks the player’s id %s, once',
    async (how, request) => {
      const page = emulator.page();
      await register(page, `unlink-${kind}-${how.replaceAll(' ', '-')}@example.com`);
      await page.call('Client', `Link${kind}`, { [field]: `${kind}-unlinked` });
      expect(await page.call('Client', `Unlink${kind}`, request)).toEqual({ data: {} });
      expect((await page.call('Client', `Unlink${kind}`, request)).error).toMatchObject({
        error: notLinked,
        errorCode,
      });
    },
  );

  it('leaves the id of another player linked', async () => {
    const [holder, other] = [emulator.page(), emulator.page()];
    await register(holder, `unlink-${kind}-holder@example.com`);
    await register(other, `unlink-${kind}-other@example.com`);
    const request = { [field]: `${kind}-held` };
    await holder.call('Client', `Link${kind}`, request);
    expect((await other.call('Client', `Unlink${kind}`, request)).error?.error).toBe(notLinked);
    expect(await holder.call('Client', `Unlink${kind}`, request)).toEqual({ data: {} });
  });
});
