import { keptDays, limits } from '../../../src/config/limits.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { day } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import { declarationsRepository } from '../../store/cancel.repository.ts';
import { jobsRepository } from '../../store/jobs.repository.ts';
import {
  agreementsRepository,
  sessionsRepository,
  type User,
  usersRepository,
} from '../../store/accounts.repository.ts';
import { refundsRepository, storeSubscriptionsRepository } from '../../store/billing.repository.ts';
import { deletedPlayers } from './users.ts';
import type { Gateways, Infrastructure } from '../dependencies.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Sessions } from './sessions.ts';

type DeletionDependencies = Omit<Infrastructure, 'wake'> &
  Pick<Gateways, 'playfab'> &
  Pick<Sessions, 'requireRecentSignIn'> & {
    /**
     * `end` ends everything of a user at Stripe, refunds what was taken after the request and records whether a
     * subscription was ended; `forget` deletes the customers. Both are repeatable.
     */
    deletionAtStripe: { end(userId: string, requestedAt: Date): Promise<void>; forget(userId: string): Promise<void> };
    /** Carries out what the owner confirmed last about the end of the contract, and mails the result. */
    carryOutLast(userId: string, address: string | null): Promise<void>;
  };

/**
 * Records a deletion, revokes every token at once and adds the job that does the rest. The dashboard and the command
 * `erase-parent` begin a deletion by this.
 * @param trx a transaction that holds the owner's lock.
 * @param language the language of the notice, when it differs from the account's.
 */
export const beginDeletion = async (trx: Database, userId: string, now: Date, language?: Language): Promise<void> => {
  await usersRepository(trx).markForDeletion(userId, now, language);
  await sessionsRepository(trx).revokeAllOf(userId);
  await enqueue(trx, { kind: 'delete-account', payload: { userId }, key: `delete-account:${userId}` });
};

export const createDeletion = (deps: DeletionDependencies) => {
  const { database, clock, playfab, events, requireRecentSignIn, deletionAtStripe, carryOutLast } = deps;

  /**
   * Removes all rows that name the person; only the digest of the names, the notice and the proof of a contract remain.
   */
  const removeRows = async (trx: Database, user: User): Promise<void> => {
    const names = [user.id, user.playfabId];
    await jobsRepository(trx).withdraw(names, user.deletionEmail);
    if (user.deletionEmail !== null)
      await declarationsRepository(trx).removeOfAddress(user.deletionEmail.toLowerCase());
    await refundsRepository(trx).keepAddress(user.id, user.deletionEmail, user.language);
    await storeSubscriptionsRepository(trx).removeOf(names);
    const least = new Date(clock.now().getTime() + limits.proofDays * day);
    await agreementsRepository(trx).keepProof(user.id, { days: keptDays.agreements, least });
    await usersRepository(trx).remove(user.id);
    await deletedPlayers(trx).remember(names, clock.now());
    if (user.deletionEmail === null) return;
    const notice = {
      to: user.deletionEmail,
      language: user.language,
      template: 'account-deleted',
      values: { subscriptionEnded: user.deletionEndedSubscription },
    } as const;
    await enqueue(trx, { kind: 'mail', payload: notice, key: `account-deleted:${user.id}` });
  };

  return {
    /**
     * Begins the deletion of the account that a token belongs to.
     * @param session the token that asks for the deletion, and its owner.
     * @param language the language of the notice, when it differs from the account's.
     * @throws Refusal as `requireRecentSignIn` does.
     */
    request: async ({ userId, token }: { userId: string; token: string }, language?: Language): Promise<void> => {
      await database.transaction().execute(async (trx) => {
        await usersRepository(trx).lock(userId);
        await requireRecentSignIn(trx, token);
        await beginDeletion(trx, userId, clock.now(), language);
      });
      events.record({ kind: 'account-deletion', step: 'requested' });
      events.record({ kind: 'sessions-revoked', reason: 'deletion' });
    },

    /**
     * Runs the job `delete-account`. Each step may be repeated: what the notice needs is stored before it is deleted
     * elsewhere, the calls to Stripe and PlayFab are idempotent, and the rows are deleted in the transaction that adds
     * the notice. Stripe comes first, so that no one is billed during an outage of PlayFab. What was confirmed before
     * is then carried out: a withdrawal is refunded, and each declaration gets its mail.
     */
    run: async ({ userId }: { userId: string }): Promise<void> => {
      const users = usersRepository(database);
      const user = await users.find(userId);
      if (user === null) return;
      await deletionAtStripe.end(userId, user.deletionRequestedAt ?? clock.now());
      const address = user.deletionEmail ?? (await playfab.accountOf(user.playfabId))?.email ?? null;
      if (user.deletionEmail === null && address !== null) await users.keepAddressForNotice(userId, address);
      await carryOutLast(userId, address);
      await deletionAtStripe.forget(userId);
      await playfab.deletePlayer(user.playfabId);
      await database.transaction().execute(async (trx) => {
        await storeSubscriptionsRepository(trx).lock();
        const last = await usersRepository(trx).lock(userId);
        if (last !== null) await removeRows(trx, last);
      });
      events.record({ kind: 'account-deletion', step: 'done' });
    },
  };
};
