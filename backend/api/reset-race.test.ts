import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addOrUpdateUserFunction } from '../../src/contracts/api.ts';
import { hour } from '../../src/lib/durations.ts';
import { counted } from '../testing/campaign.ts';
import { newToken } from '../testing/test-api.ts';
import { createTestPortal, type TestPortal } from '../testing/test-portal.ts';

const rounds = counted(3, 100);
const tokensPerRound = 10;
/** As long as PlayFab's function call runs, the intruder activates its token again and again, this many times at once. */
const loops = 3;

const registered = z.object({
  data: z.object({
    PlayFabId: z.string(),
    SessionTicket: z.string(),
    EntityToken: z.object({ EntityToken: z.string() }),
  }),
});

/** The race itself shows on PostgreSQL only, because PGlite has one connection. */
let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

/** Registers with the victim's address, signs in, and keeps the entity token while the victim resets the password. */
const intrude = async (): Promise<string> => {
  const Email = `victim-${randomBytes(6).toString('hex')}@example.com`;
  const answer = await portal.emulator.call('Client/RegisterPlayFabUser', {
    Email,
    Password: 'the password of the intruder',
    RequireBothUsernameAndEmail: false,
  });
  const { PlayFabId, SessionTicket, EntityToken } = registered.parse(answer.json()).data;
  const contact = { EmailAddress: Email };
  await portal.emulator.call('Client/AddOrUpdateContactEmail', contact, { 'x-authorization': SessionTicket });
  await portal.client.signInDirectly(PlayFabId);
  await portal.emulator.recover(Email);
  const link = await portal.jobs.newestLink();
  const reset = await portal.client.resetPassword(link, 'the password of the owner');
  expect(reset.statusCode).toBe(200);
  return EntityToken.EntityToken;
};

/** @returns whether one of the calls activated the token. */
const race = async (entityToken: string): Promise<boolean> => {
  const token = newToken();
  let isBinding = true;
  const bind = async (): Promise<false> => {
    const FunctionParameter = { token, userApiVersion: '2.0', newParentPortalAccount: false, lang: 'en' };
    const call = { FunctionName: addOrUpdateUserFunction, FunctionParameter };
    await portal.emulator.call('CloudScript/ExecuteFunction', call, { 'x-entitytoken': entityToken });
    isBinding = false;
    return false;
  };
  const activate = async (): Promise<boolean> => {
    while (isBinding) if ((await portal.client.put(token)).statusCode === 200) return true;
    return (await portal.client.put(token)).statusCode === 200;
  };
  return (await Promise.all([bind(), ...Array.from({ length: loops }, activate)])).includes(true);
};

it('keeps an intruder out who binds and activates tokens at the same moment after a password reset', {
  timeout: 600_000,
}, async () => {
  let opened = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Lets the windows of the limits end.
    portal.infrastructure.clock.advance(hour);
    const entityToken = await intrude();
    for (let count = 0; count < tokensPerRound; count += 1) {
      if (await race(entityToken)) opened += 1;
    }
  }
  expect(opened).toBe(0);
});
