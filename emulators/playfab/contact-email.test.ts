import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register, startPlayfabEmulator, type RunningEmulator, title } from '../../backend/testing/playfab-emulator.ts';
import type { PlayfabSdk } from '../../backend/testing/playfab-sdk.ts';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startPlayfabEmulator();
});
afterAll(() => emulator.close());

const recover = (Email: string) =>
  emulator.page().call('Client', 'SendAccountRecoveryEmail', { TitleId: title, Email, EmailTemplateId: 'recovery-en' });
const setContact = (page: PlayfabSdk, EmailAddress: unknown) =>
  page.call('Client', 'AddOrUpdateContactEmail', { EmailAddress });
const profile = (page: PlayfabSdk, request: object = {}) =>
  page.call('Client', 'GetPlayerProfile', {
    ProfileConstraints: { ShowContactEmailAddresses: true },
    ...request,
  });

describe('the contact address', () => {
  it('is not the login address: a player without one gets no mail', async () => {
    await register(emulator.page(), 'no-contact@example.com');
    expect((await recover('no-contact@example.com')).error).toMatchObject({
      code: 400,
      error: 'NoContactEmailAddressFound',
      errorCode: 1325,
    });
    expect(emulator.mails).toEqual([]);
  });

  it('gets the mail for the login address', async () => {
    const page = emulator.page();
    await register(page, 'login@example.com');
    expect(await setContact(page, 'Contact@example.com')).toEqual({ data: {} });
    expect(await recover('login@example.com')).toEqual({ data: {} });
    expect(emulator.mails.at(-1)).toMatchObject({ email: 'contact@example.com' });
    expect((await recover('contact@example.com')).error?.error).toBe('AccountNotFound');
  });

  it('is unverified in the profile, and after every update', async () => {
    const page = emulator.page();
    await register(page, 'profile@example.com');
    expect((await profile(page)).data).not.toHaveProperty('PlayerProfile.ContactEmailAddresses');
    for (const EmailAddress of ['first@example.com', 'second@example.com']) {
      await setContact(page, EmailAddress);
      expect((await profile(page)).data).toHaveProperty('PlayerProfile.ContactEmailAddresses', [
        { Name: null, EmailAddress, VerificationStatus: 'Unverified' },
      ]);
    }
  });

  it.each(['', 'nonsense', ' spaced@example.com', 7])('is refused when it is not an address: %j', async (address) => {
    const page = emulator.page();
    await register(page, `refused-${String(address).length}@example.com`);
    expect((await setContact(page, address)).error).toMatchObject({
      error: 'InvalidParams',
      errorDetails: { EmailAddress: [expect.any(String)] },
    });
  });
});

describe('GetPlayerProfile', () => {
  it('refuses a property that the title’s Client Profile Options do not allow', async () => {
    const strict = await startPlayfabEmulator({ clientProfileOptions: [] });
    const page = strict.page();
    await register(page, 'strict@example.com');
    expect((await profile(page)).error).toMatchObject({
      code: 400,
      error: 'RequestViewConstraintParamsNotAllowed',
      errorCode: 1303,
    });
    expect((await profile(page, { ProfileConstraints: null })).data).toHaveProperty('PlayerProfile.PlayerId');
    await strict.close();
  });

  it('returns the profile of every player whose id somebody knows', async () => {
    const owner = emulator.page();
    const { PlayFabId } = await register(owner, 'known@example.com');
    await setContact(owner, 'known@example.com');
    const stranger = emulator.page();
    await register(stranger, 'stranger@example.com');
    expect((await profile(stranger, { PlayFabId })).data).toHaveProperty(
      'PlayerProfile.ContactEmailAddresses.0.EmailAddress',
      'known@example.com',
    );
    const { error } = await profile(stranger, { PlayFabId: '0000000000000000' });
    expect(error).toMatchObject({ error: 'ProfileDoesNotExist', errorCode: 1298 });
  });
});
