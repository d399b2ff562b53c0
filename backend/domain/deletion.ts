import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import { sessionsRepository } from '../store/sessions.repository.ts';
import { usersRepository } from '../store/users.repository.ts';
import type { Clock } from './clock.ts';
import type { SecurityEvents } from './events.ts';
import { enqueue } from './outbox/enqueue.ts';

export type Deletion = ReturnType<typeof createDeletion>;

export const createDeletion = (database: Database, clock: Clock, playfab: PlayfabGateway, events: SecurityEvents) => ({
  /**
   * Recorded and every token revoked at once; the job does the rest, and goes on after a crash.
   * @param language of the notice, when it is another than the account's.
   */
  request: async (userId: string, language?: Language): Promise<void> => {
    await database.transaction().execute(async (trx) => {
      const now = clock.now();
      const users = usersRepository(trx);
      await users.lock(userId);
      await users.markForDeletion(userId, now, language);
      await sessionsRepository(trx).expireAllOf(userId, now);
      await enqueue(trx, { kind: 'delete-account', payload: { userId }, key: `delete-account:${userId}` });
    });
    events.record({ kind: 'account-deletion', step: 'requested' });
    events.record({ kind: 'sessions-revoked', reason: 'deletion' });
  },

  /**
   * The job `delete-account`. Each step may be repeated: the address for the notice is kept before PlayFab forgets
   * it, deleting a deleted player is no error, and the rows go in the transaction that promises the notice.
   */
  run: async ({ userId }: { userId: string }): Promise<void> => {
    const users = usersRepository(database);
    const user = await users.find(userId);
    if (user === null) return;
    if (user.deletionEmail === null) {
      const account = await playfab.accountOf(user.playfabId);
      if (account !== null) await users.keepAddressForNotice(userId, account.email);
    }
    await playfab.deletePlayer(user.playfabId);
    await database.transaction().execute(async (trx) => {
      const last = await usersRepository(trx).lock(userId);
      if (last === null) return;
      await usersRepository(trx).remove(userId);
      if (last.deletionEmail === null) return;
      const notice = {
        to: last.deletionEmail,
        language: last.language,
        template: 'account-deleted',
        values: {},
      } as const;
      await enqueue(trx, { kind: 'mail', payload: notice, key: `account-deleted:${userId}` });
    });
    events.record({ kind: 'account-deletion', step: 'done' });
  },
});
