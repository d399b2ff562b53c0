import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/database.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { closeAfterAll, createTestDatabase } from '../../testing/test-database.ts';
import { createTestApi, newToken, randomPlayfabId } from '../../testing/test-api.ts';

const ip = '203.0.113.9';

type Work = () => Promise<unknown>;

/**
 * Makes races deterministic. Returns the database, and `afterRead`, which runs the work once, between the given
 * statement (1 is the next one) and what its caller does with the rows. The statement must not be in a transaction,
 * and the work needs the original database, because PGlite has one connection.
 */
const interleave = (database: Database): { database: Database; afterRead(statement: number, work: Work): void } => {
  let waiting: { statements: number; work: Work } | null = null;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (waiting === null) return result;
      waiting.statements -= 1;
      if (waiting.statements > 0) return result;
      const { work } = waiting;
      waiting = null;
      await work();
      return result;
    },
  };
  return {
    database: database.withPlugin(plugin),
    afterRead: (statements, work) => {
      waiting = { statements, work };
    },
  };
};

describe('the activation of a token while something else happens', async () => {
  const shared = await closeAfterAll(createTestDatabase());
  const race = interleave(shared.database);
  /** The server that activates the token, and another one. */
  const slow = await closeAfterAll(createTestApi({ database: race.database }));
  const other = await closeAfterAll(createTestApi({ database: shared.database }));
  let marie: string;
  let id: string;
  beforeEach(async () => {
    marie = randomPlayfabId();
    await other.playfab.player(marie, `${marie}@example.com`);
    id = (await bind(newToken())).id;
  });

  const bind = (token: string) =>
    other.portal.users.bind(marie, { token, userApiVersion: '2.0', newParentPortalAccount: false, lang: 'en' });
  const reset = async () =>
    other.portal.recovery.resetPassword(await other.playfab.resetLink(marie), 'a new password', false);
  const activate = (token: string, code?: string) =>
    slow.portal.sessions.activate(token, null, { ip, code }, { partner: null });

  it('refuses a token that is bound while the proof of a password reset is checked', async () => {
    await reset();
    const token = newToken();
    race.afterRead(1, () => bind(token));
    await expect(activate(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await other.client.isSignedIn(token)).toBe(false);
  });

  it('refuses a sign-in whose proof was checked before a password reset', async () => {
    const token = newToken();
    await bind(token);
    race.afterRead(2, reset);
    await expect(activate(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await other.client.isSignedIn(token)).toBe(false);
  });

  it('decides by the reset of the moment of the activation, also if the token was not revoked', async () => {
    const token = newToken();
    await bind(token);
    race.afterRead(2, () => usersRepository(shared.database).recordReset(id, new Date('2026-03-01T00:00:00Z'), null));
    await expect(activate(token)).rejects.toMatchObject({ code: 'SIGN_IN_CODE_REQUIRED' });
    expect(await other.client.isSignedIn(token)).toBe(false);
  });

  it('refuses a token of an account whose deletion was requested, also if the token was not revoked', async () => {
    const token = newToken();
    await bind(token);
    race.afterRead(2, () => usersRepository(shared.database).markForDeletion(id, new Date('2026-03-01T00:00:00Z')));
    await expect(activate(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await other.client.isSignedIn(token)).toBe(false);
  });

  it('leaves no token when an activation and a deletion meet', async () => {
    let time = Date.parse('2026-03-02T09:00:00Z');
    for (const { clock } of [slow, other]) vi.spyOn(clock, 'now').mockImplementation(() => new Date((time += 1)));
    for (let round = 0; round < 24; round += 1) {
      marie = randomPlayfabId();
      const [signedIn, pending] = [newToken(), newToken()];
      const { id: userId } = await bind(signedIn);
      await activate(signedIn);
      await bind(pending);
      const activation = activate(pending).catch(() => 'refused');
      await Promise.all([activation, other.portal.deletion.request({ userId, token: signedIn })]);
      expect(await other.client.isSignedIn(pending)).toBe(false);
    }
    vi.restoreAllMocks();
  });
});
