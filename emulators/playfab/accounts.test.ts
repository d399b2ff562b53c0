import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  goodPassword,
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

const registration = (change: object) => ({
  Email: 'somebody@example.com',
  Password: goodPassword,
  RequireBothUsernameAndEmail: false,
  ...change,
});

describe('RegisterPlayFabUser', () => {
  it('opens a session with a ticket, an entity token and no NewlyCreated', async () => {
    const { data } = await emulator
      .page()
      .call('Client', 'RegisterPlayFabUser', registration({ Email: 'new@example.com' }));
    const session = sessionOf({ ...(data && { data }) });
    expect(session.PlayFabId).toMatch(/^[0-9A-F]{16}$/);
    expect(session.SessionTicket.startsWith(`${session.PlayFabId}-`)).toBe(true);
    expect(session.EntityToken.Entity).toMatchObject({
      Type: 'title_player_account',
      TypeString: 'title_player_account',
    });
    expect(data).not.toHaveProperty('NewlyCreated');
    expect(data).toHaveProperty('SettingsForUser.GatherDeviceInfo');
  });

  // Microsoft's PlayFabApiTest.js, "InvalidRegistration", expects both errors in one report.
  it('reports an invalid address and a short password in one response', async () => {
    const page = emulator.page();
    const answer = await page.call('Client', 'RegisterPlayFabUser', registration({ Email: 'x', Password: 'x' }));
    expect(answer.error).toMatchObject({ code: 400, error: 'InvalidParams', errorCode: 1000 });
    const report = page.report(answer);
    expect(report).toContain('Invalid input parameters');
    expect(report).toContain('Email: Email address is not valid.');
    expect(report).toContain('Password: Password must be between 6 and 100 characters.');
  });

  it('requires a user name unless RequireBothUsernameAndEmail is false', async () => {
    const request = { Email: 'both@example.com', Password: goodPassword };
    const { error } = await emulator.page().call('Client', 'RegisterPlayFabUser', request);
    expect(error).toMatchObject({
      error: 'InvalidParams',
      errorDetails: { Username: ['The Username field is required.'] },
    });
  });

  it('rejects an address of more than 255 characters', async () => {
    const Email = `${'a'.repeat(250)}@example.com`;
    const { error } = await emulator.page().call('Client', 'RegisterPlayFabUser', registration({ Email }));
    expect(error?.errorDetails).toEqual({ Email: ['Email must be less than 255 characters.'] });
  });

  it('reports that an address is taken, ignoring upper and lower case', async () => {
    await register(emulator.page(), 'taken@example.com');
    const Email = 'Taken@Example.COM';
    const { error } = await emulator.page().call('Client', 'RegisterPlayFabUser', registration({ Email }));
    expect(error).toMatchObject({
      code: 400,
      error: 'EmailAddressNotAvailable',
      errorCode: 1006,
      errorDetails: { Email: ['Email address already exists. '] },
    });
  });

  it('requires the minimum password length of the title', async () => {
    const { error } = await emulator
      .page()
      .call('Client', 'RegisterPlayFabUser', registration({ Password: '1234567' }));
    expect(error).toMatchObject({
      error: 'InvalidParams',
      errorDetails: { Password: ['Password must be between 8 and 100 characters.'] },
    });
  });
});

describe('LoginWithEmailAddress', () => {
  it('opens a session for the exact password, including spaces and emoji', async () => {
    const password = '  pass 🦊 phrase  ';
    const { PlayFabId } = await register(emulator.page(), 'typed@example.com', password);
    const request = { Email: 'TYPED@example.com', Password: password };
    const answer = await emulator.page().call('Client', 'LoginWithEmailAddress', request);
    expect(sessionOf(answer).PlayFabId).toBe(PlayFabId);
    expect(answer.data).toMatchObject({ NewlyCreated: false });
    expect(answer.data).toHaveProperty('LastLoginTime');
  });

  // Microsoft's PlayFabApiTest.js, "InvalidLogin", expects "password" in the message.
  it('returns 401 and a message about the password for a wrong password', async () => {
    await register(emulator.page(), 'wrong@example.com');
    const request = { Email: 'wrong@example.com', Password: `${goodPassword}!` };
    const { error } = await emulator.page().call('Client', 'LoginWithEmailAddress', request);
    expect(error).toMatchObject({ code: 401, error: 'InvalidEmailOrPassword', errorCode: 1142 });
    expect(error?.errorMessage).toContain('password');
  });

  it('returns AccountNotFound for an unknown address, as PlayFab does', async () => {
    const request = { Email: 'unknown@example.com', Password: goodPassword };
    const { error } = await emulator.page().call('Client', 'LoginWithEmailAddress', request);
    expect(error).toMatchObject({
      code: 400,
      error: 'AccountNotFound',
      errorCode: 1001,
      errorMessage: 'User not found',
    });
  });
});

describe('the stored account', () => {
  it('contains no password, ticket or token in plain text', async () => {
    const session = await register(emulator.page(), 'stored@example.com');
    const rows = await Promise.all([
      emulator.database
        .$extendTables<{ 'playfab_emulator.players': object }>()
        .selectFrom('playfab_emulator.players')
        .selectAll()
        .execute(),
      emulator.database
        .$extendTables<{ 'playfab_emulator.credentials': object }>()
        .selectFrom('playfab_emulator.credentials')
        .selectAll()
        .execute(),
    ]);
    const dump = JSON.stringify(rows);
    expect(dump).toContain('$argon2id$v=19$');
    for (const secret of [goodPassword, session.SessionTicket, session.EntityToken.EntityToken]) {
      expect(dump).not.toContain(secret);
    }
  });
});
