import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { minute } from '../../src/lib/durations.ts';
import { mailMessage } from '../domain/mails/mail-message.ts';
import { createTestPortal, type TestPortal } from '../testing/test-portal.ts';

const oldPassword = 'the old password';
const used = { success: false, error: 'LINK_EXPIRED' };
let someone = 0;

describe('the link of a recovery mail', () => {
  let portal: TestPortal;
  let email: string;
  beforeAll(async () => {
    portal = await createTestPortal();
  });
  beforeEach(async () => {
    someone += 1;
    email = `marie-${someone}@example.com`;
    await portal.emulator.register(email, oldPassword);
  });
  afterAll(() => portal.close());

  const messages = async () => {
    const rows = await portal.infrastructure.database
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .orderBy('entered')
      .execute();
    return z
      .array(mailMessage)
      .parse(rows.map((row) => row.payload))
      .filter((message) => message.to === email);
  };
  const linkOf = async (headers: Record<string, string> = {}): Promise<string> => {
    expect((await portal.emulator.recover(email, headers)).statusCode).toBe(200);
    return portal.jobs.newestLink();
  };

  it('sets a new password by a recovery link, once', async () => {
    const link = await linkOf();
    expect((await portal.client.resetPassword(link, 'the new password')).json()).toMatchObject({ success: true });
    expect(await portal.emulator.login(email, 'the new password')).toBe(200);
    expect(await portal.emulator.login(email, oldPassword)).not.toBe(200);
    expect((await portal.client.resetPassword(link, 'a third password')).json()).toEqual(used);
    expect((await messages()).at(-1)?.template).toBe('password-changed');
  });

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

  it('invalidates an older recovery link when a newer one is mailed', async () => {
    const older = await linkOf();
    const newest = await linkOf();
    expect((await portal.client.resetPassword(older, 'the new password')).json()).toEqual(used);
    expect((await portal.client.resetPassword(newest, 'the new password')).json()).toMatchObject({ success: true });
  });

  it('accepts a recovery link for half an hour', async () => {
    const link = await linkOf();
    portal.infrastructure.clock.advance(30 * minute);
    expect((await portal.client.resetPassword(link, 'the new password')).json()).toEqual(used);
    expect(await portal.emulator.login(email, oldPassword)).toBe(200);
  });

  it('accepts one of two simultaneous POSTs of a recovery link', async () => {
    const link = await linkOf();
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(passwords.map((password) => portal.client.resetPassword(link, password)));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 410]);
    const logins = await Promise.all(passwords.map((password) => portal.emulator.login(email, password)));
    expect(logins.filter((status) => status === 200)).toHaveLength(1);
  });

  it('stores only a digest of a recovery link', async () => {
    const link = await linkOf();
    const rows = await portal.infrastructure.database
      .$pickTables<never>()
      .withTables<{ 'playfab_emulator.recoveries': { hash: string } }>()
      .selectFrom('playfab_emulator.recoveries')
      .selectAll()
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(link);
  });
});
