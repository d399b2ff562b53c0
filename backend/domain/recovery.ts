import { limits } from '../../src/config/limits.ts';
import { defaultLanguage } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import { PlayfabRefusal } from '../gateways/playfab-call.ts';
import { sessionsRepository } from '../store/sessions.repository.ts';
import { type User, usersRepository } from '../store/users.repository.ts';
import type { Clock } from './clock.ts';
import type { SecurityEvents } from './events.ts';
import { enqueue } from './outbox/enqueue.ts';
import { Refusal } from './refusal.ts';

/** Gives the same code for a link that was used, replaced, expired or invented. */
const linkRefused = (error: unknown): never => {
  if (error instanceof PlayfabRefusal && error.isAboutLink) throw new Refusal('LINK_EXPIRED');
  // PlayFab's rule for passwords may be stricter than ours.
  if (error instanceof PlayfabRefusal && /^Invalid(Params|Password)$/.test(error.error))
    throw new Refusal('InvalidPassword');
  throw error;
};

export type Recovery = ReturnType<typeof createRecovery>;

export const createRecovery = (database: Database, clock: Clock, playfab: PlayfabGateway, events: SecurityEvents) => {
  const endSessions = async (trx: Database, playfabId: string): Promise<User | null> => {
    const users = usersRepository(trx);
    const user = await users.ofPlayfabId(playfabId);
    if (user === null) return null;
    // An activation under way ends first, so that it is revoked with the others.
    await users.lock(user.id);
    await sessionsRepository(trx).expireAllOf(user.id, clock.now());
    return user;
  };

  return {
    /**
     * Sets the new password with the secret of a mailed link, ends every session and informs the owner by mail.
     * External calls that can fail come first, so that an outage of PlayFab does not use the link up.
     * @throws Refusal InvalidPassword (8 to 100 UTF-16 units, as typed: what PlayFab and a browser's field count),
     * LINK_EXPIRED (used, older, expired or invented).
     */
    resetPassword: async (token: string, password: string): Promise<void> => {
      if (password.length < limits.passwordMinimum || password.length > limits.passwordMaximum) {
        throw new Refusal('InvalidPassword');
      }
      const playfabId = await playfab.playerOfResetToken(token).catch(linkRefused);
      const account = await playfab.accountOf(playfabId);
      // Sessions end before and after: a crash between the two steps must not leave an intruder signed in, nor may a
      // session survive that began in that time.
      await database.transaction().execute((trx) => endSessions(trx, playfabId));
      await playfab.resetPassword(token, password).catch(linkRefused);
      await database.transaction().execute(async (trx) => {
        const user = await endSessions(trx, playfabId);
        if (account === null) return;
        const notice = { to: account.email, template: 'password-changed', values: {} } as const;
        await enqueue(trx, { kind: 'mail', payload: { ...notice, language: user?.language ?? defaultLanguage } });
      });
      events.record({ kind: 'password-reset' });
      events.record({ kind: 'sessions-revoked', reason: 'password-reset' });
    },
  };
};
