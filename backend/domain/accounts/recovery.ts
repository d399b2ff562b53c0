import { recoveryTemplate } from '../../../src/config/endpoints.ts';
import { limits } from '../../../src/config/limits.ts';
import type { PasswordReset } from '../../../src/contracts/calls/account.ts';
import { normalizePassword } from '../../../src/contracts/typed-text.ts';
import { defaultLanguage, languages } from '../../../src/contracts/language.ts';
import type { Database } from '../../db/database.ts';
import { type PlayfabGateway, PlayfabRefusal } from '../../gateways/playfab.ts';
import { sessionsRepository, type User, usersRepository } from '../../store/accounts.repository.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limits.ts';
import { deletedPlayers } from './users.ts';
import { isUnavailable, Refusal } from '../refusal.ts';
import { randomId } from '../secrets.ts';
import { hashSignInCode, newSignInCode } from './sign-in-code.ts';
import { minute } from '../../../src/lib/time.ts';

/** Gives the same code for a link that was used, replaced, expired or invented. */
const linkRefused = (error: unknown): never => {
  if (error instanceof PlayfabRefusal && error.isAboutLink) throw new Refusal('LINK_EXPIRED');
  // PlayFab's rule for passwords may be stricter than ours.
  if (error instanceof PlayfabRefusal && /^Invalid(Params|Password)$/.test(error.error))
    throw new Refusal('InvalidPassword');
  throw error;
};

/** Milliseconds after which a reset without an end counts as interrupted: longer than any call to PlayFab takes. */
const interruptedAfter = minute;

export const createRecovery = (database: Database, clock: Clock, playfab: PlayfabGateway, events: SecurityEvents) => {
  /** Creates the record of a player who never used the portal, so that it keeps the time of the reset. */
  const userOf = async (trx: Database, playfabId: string): Promise<User | null> => {
    const users = usersRepository(trx);
    const known = await users.ofPlayfabId(playfabId);
    if (known !== null || (await deletedPlayers(trx).includes(playfabId))) return known;
    return users.record({ id: randomId(), playfabId, language: defaultLanguage, createdAt: clock.now() });
  };

  /** Ends every session; a sign-in now needs a proof (`sign-in-code.ts`). @returns the account as it was before. */
  const lockOut = async (trx: Database, playfabId: string, code: string): Promise<User | null> => {
    const users = usersRepository(trx);
    const found = await userOf(trx, playfabId);
    // An activation under way ends first, so that it is revoked with the others.
    const user = found === null ? null : await users.lock(found.id);
    if (user === null) return null;
    await users.recordReset(user.id, clock.now(), hashSignInCode(user.id, code));
    await sessionsRepository(trx).revokeAllOf(user.id);
    return user;
  };

  /** Undoes a reset that PlayFab refused, except for the ended sessions, unless another one followed. */
  const undo = (before: User, code: string): Promise<void> =>
    database.transaction().execute(async (trx) => {
      const users = usersRepository(trx);
      const user = await users.lock(before.id);
      if (user?.signInCodeHash !== hashSignInCode(before.id, code)) return;
      await users.recordReset(before.id, before.passwordResetAt, before.signInCodeHash);
    });

  /** Mails the code once, with the first template for which it is called. */
  const mailCode = (
    trx: Database,
    template: 'password-changed' | 'reset-interrupted',
    user: User | null,
    { email: to, code }: { email: string; code: string },
  ): Promise<void> => {
    const language = user?.language ?? defaultLanguage;
    const key = `reset:${hashSignInCode(user?.id ?? to, code)}`;
    return enqueue(trx, { kind: 'mail', payload: { to, language, template, values: { code } }, key });
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
     * @throws Refusal InvalidPassword (8 to 100 UTF-16 units, which PlayFab and a browser's field count),
     * LINK_EXPIRED (used, older, expired or invented).
     */
    resetPassword: async (token: string, typed: string, signOutDevices: boolean): Promise<PasswordReset> => {
      const password = normalizePassword(typed);
      if (password.length < limits.passwordMinimum || password.length > limits.passwordMaximum) {
        throw new Refusal('InvalidPassword');
      }
      const playfabId = await playfab.playerOfResetToken(token).catch(linkRefused);
      const account = await playfab.accountOf(playfabId);
      // Sessions end before and after: a crash between the two steps must not leave an intruder signed in, nor may a
      // session survive that began in that time. After a crash, the job mails the code that sign-ins ask for.
      const code = newSignInCode();
      const before = await database.transaction().execute(async (trx) => {
        const user = await lockOut(trx, playfabId, code);
        if (user === null || account === null) return user;
        const payload = { userId: user.id, email: account.email, code };
        await enqueue(trx, { kind: 'finish-reset', payload }, new Date(clock.now().getTime() + interruptedAfter));
        return user;
      });
      await playfab.resetPassword(token, password).catch(async (error: unknown) => {
        if (error instanceof PlayfabRefusal && before !== null) await undo(before, code);
        return linkRefused(error);
      });
      await database.transaction().execute(async (trx) => {
        const user = await lockOut(trx, playfabId, code);
        if (account !== null) await mailCode(trx, 'password-changed', user, { email: account.email, code });
      });
      events.record({ kind: 'password-reset' });
      events.record({ kind: 'sessions-revoked', reason: 'password-reset' });
      const devices = signOutDevices && account !== null ? await unlinkDevices(account.email, password) : 'kept';
      return { code, devices };
    },

    /**
     * Runs the job `finish-reset`: mails the code of a reset that was interrupted while PlayFab set the password. After
     * a reset that ended, was undone or was followed by another, it does nothing.
     */
    finish: ({ userId, email, code }: { userId: string; email: string; code: string }): Promise<void> =>
      database.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).lock(userId);
        if (user?.signInCodeHash !== hashSignInCode(userId, code)) return;
        await mailCode(trx, 'reset-interrupted', user, { email, code });
      }),
  };
};

/** The mail templates of the title at PlayFab, one for each language. */
export const recoveryTemplates: readonly string[] = languages.map(recoveryTemplate);

type RecoveryRequest = { email: string; token: string; templateId: string };

/** Adds the mail with the recovery link as a job, for the PlayFab emulator only: a real title sends it itself. */
export const createRecoveryMail =
  (database: Database, limits: Pick<Limits, 'placeMail'>, wake: () => void) =>
  async ({ email, token, templateId }: RecoveryRequest): Promise<void> => {
    const language = languages.find((candidate) => recoveryTemplate(candidate) === templateId) ?? defaultLanguage;
    const payload = { to: email, language, template: 'recovery', values: { token } } as const;
    await enqueue(database, { kind: 'mail', payload }, await limits.placeMail());
    wake();
  };
