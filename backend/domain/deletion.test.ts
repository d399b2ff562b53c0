import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, newPlayer, newToken, type TestApi } from '../testing/test-api.ts';

describe('deleting an account', () => {
  let api: TestApi;
  let marie: string;
  let token: string;
  let userId: string;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(async () => {
    marie = newPlayer();
    api.playfab.player(marie, `${marie}@example.com`);
    token = await api.signIn(marie);
    userId = (await api.user(token)).json().data.id;
  });
  afterAll(() => api.close());

  const jobs = async () => {
    const rows = await api.database.selectFrom('outbox').select(['kind', 'payload']).execute();
    return rows.filter((row) => JSON.stringify(row).includes(userId) || JSON.stringify(row).includes(marie));
  };
  const runJob = () => api.portal.deletion.run({ userId });
  const rowOfUser = () => api.database.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

  it('is recorded, and every token revoked, before the answer', async () => {
    const elsewhere = await api.signIn(marie);
    expect((await api.deleteAccount(token)).json()).toEqual({ success: true });
    expect(await api.isSignedIn(token)).toBe(false);
    expect(await api.isSignedIn(elsewhere)).toBe(false);
    expect(await jobs()).toEqual([{ kind: 'delete-account', payload: { userId } }]);
  });

  it('lets nobody back in meanwhile', async () => {
    await api.deleteAccount(token);
    const answer = await api.bind(marie, newToken());
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: false, error: 'AccountNotFound' }]);
  });

  it('removes the player and the rows, and promises one notice in the language that was asked', async () => {
    await api.deleteAccount(token, 'fr');
    await runJob();
    expect(api.playfab.has(marie)).toBe(false);
    expect(await rowOfUser()).toBeUndefined();
    const left = await api.database.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
    expect(left).toEqual([]);
    const notice = { to: `${marie}@example.com`, language: 'fr', template: 'account-deleted', values: {} };
    expect(await jobs()).toContainEqual({ kind: 'mail', payload: notice });
  });

  it('killed after each step: ends deleted, told once', async () => {
    await api.deleteAccount(token);
    const steps = [
      // The address was kept, and PlayFab was away.
      () =>
        api.database
          .updateTable('users')
          .set({ deletion_email: `${marie}@example.com` })
          .where('id', '=', userId)
          .execute(),
      // PlayFab forgot the player, and the rows are still here.
      () => api.playfab.gateway.deletePlayer(marie),
      runJob,
      runJob,
    ];
    for (const step of steps) await step();
    expect(await rowOfUser()).toBeUndefined();
    expect((await jobs()).filter((job) => job.kind === 'mail')).toHaveLength(1);
  });

  it('ends also when PlayFab knows no such player: then there is nobody to tell', async () => {
    await api.deleteAccount(token);
    await api.playfab.gateway.deletePlayer(marie);
    await runJob();
    expect(await rowOfUser()).toBeUndefined();
  });

  it('gives the same person a new account afterwards', async () => {
    await api.deleteAccount(token);
    await runJob();
    expect((await api.user(await api.signIn(marie))).json().data.id).not.toBe(userId);
  });
});
