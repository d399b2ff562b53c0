import { limits } from '../../src/config/limits.ts';
import type { PasswordReset } from '../../src/contracts/api.ts';
import { defaultLanguage } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import { PlayfabRefusal } from '../gateways/playfab-call.ts';
import { sessionsRepository } from '../store/sessions.repository.ts';
import { type User, usersRepository } from '../store/users.repository.ts';
import type { Clock } from './clock.ts';
import type { SecurityEvents } from './events.ts';
import { enqueue } from './outbox/enqueue.ts';
import { deletedPlayers } from './deleted-players.ts';
import { Refusal } from './refusal.ts';
import { randomId } from './secrets.ts';
import { hashSignInCode, newSignInCode } from './sign-in-code.ts';
import { isUnavailable } from './unavailable.ts';

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
  /** Creates the record of a player who never used the portal, so that it keeps the time of the reset. */
  const userOf = async (trx: Database, playfabId: string): Promise<User | null> => {
    const users = usersRepository(trx);
    const known = await users.ofPlayfabId(playfabId);
    if (known !== null || (await deletedPlayers(trx).without([playfabId])).length === 0) return known;
    return users.record({ id: randomId(), playfabId, language: defaultLanguage, createdAt: clock.now() });
  };

  /**
   * Ends every session. From now on a sign-in needs a proof: see `sign-in-code.ts`. Without a new code, the one of an
   * earlier reset stays valid.
   */
  const lockOut = async (trx: Database, playfabId: string, code?: string): Promise<User | null> => {
    const user = await userOf(trx, playfabId);
    if (user === null) return null;
    const users = usersRepository(trx);
    // An activation under way ends first, so that it is revoked with the others.
    await users.lock(user.id);
    const hash = code === undefined ? user.signInCodeHash : hashSignInCode(user.id, code);
    await users.recordReset(user.id, clock.now(), hash);
    await sessionsRepository(trx).expireAllOf(user.id, clock.now());
    return user;
  };

  const unlinkDevices = async (email: string, password: string): Promise<PasswordReset['devices']> => {
    try {
      await playfab.unlinkDevices(email, password);
      return 'signed-out';
    } catch (error) {
      if (isUnavailable(error)) return 'failed';
      throw error;
    }
  };

  return {
    /**
     * Sets the new password with the secret of a mailed link, ends every session and informs the owner by mail.
     * External calls that can fail come first, so that an outage of PlayFab does not use the link up. Devices are
     * signed out last: a failure is part of the answer, because the password is set by then.
     * @throws Refusal InvalidPassword (8 to 100 UTF-16 units, as typed: what PlayFab and a browser's field count),
     * LINK_EXPIRED (used, older, expired or invented).
     */
    resetPassword: async (token: string, password: string, signOutDevices: boolean): Promise<PasswordReset> => {
      if (password.length < limits.passwordMinimum || password.length > limits.passwordMaximum) {
        throw new Refusal('InvalidPassword');
      }
      const playfabId = await playfab.playerOfResetToken(token).catch(linkRefused);
      const account = await playfab.accountOf(playfabId);
      // Sessions end before and after: a crash between the two steps must not leave an intruder signed in, nor may a
      // session survive that began in that time.
      await database.transaction().execute((trx) => lockOut(trx, playfabId));
      await playfab.resetPassword(token, password).catch(linkRefused);
      const code = newSignInCode();
      await database.transaction().execute(async (trx) => {
        const user = await lockOut(trx, playfabId, code);
        if (account === null) return;
        const notice = { to: account.email, template: 'password-changed', values: { code } } as const;
        await enqueue(trx, { kind: 'mail', payload: { ...notice, language: user?.language ?? defaultLanguage } });
      });
      events.record({ kind: 'password-reset' });
      events.record({ kind: 'sessions-revoked', reason: 'password-reset' });
      const devices = signOutDevices && account !== null ? await unlinkDevices(account.email, password) : 'kept';
      return { code, devices };
    },
  };
};
