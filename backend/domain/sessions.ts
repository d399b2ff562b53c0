import type { Database } from '../db/database.ts';
import { type SessionRow, sessionsRepository } from '../store/sessions.repository.ts';
import { usersRepository } from '../store/users.repository.ts';
import type { Clock } from './clock.ts';
import type { SecurityEvents } from './events.ts';
import { Refusal } from './refusal.ts';
import { hashSecret } from './secrets.ts';
import type { RequireProof, ReceivedProof } from './sign-in-code.ts';
import { minute, day } from '../../src/lib/durations.ts';

/** Lifetimes of sessions (decisions.md#4-sessions-and-tokens), in milliseconds. */
export const sessionLifetimes = {
  /** From the binding by the cloud function to the activation. */
  bound: 10 * minute,
  active: 30 * day,
  /** Without another sign-in, however often the session is renewed. */
  chain: 90 * day,
  /** For the old token after a renewal, so that calls under way still succeed. */
  renewed: minute,
  /** For the old token when it was sent in a store link: time to install the app and to open it. */
  left: day,
  /** The maximum age of a sign-in that may delete the account. */
  recent: 15 * minute,
} as const;
export const maxSessions = 10;

const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);
const isLive = (row: SessionRow, now: Date): boolean => row.activatedAt !== null && row.expiresAt > now;

/** The old token of a renewal; `leaving` means that it was sent in a store link. */
export type ReplacedToken = { token: string; leaving: boolean };

/** The kind of access that a call needs to the account. */
export type Access = 'read' | 'full';

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the use cases of sessions. Tokens arrive as the client holds them; only their SHA-256 is passed on. */
export const createSessions = (
  database: Database,
  clock: Clock,
  events: SecurityEvents,
  requireProof: RequireProof,
) => {
  const live = async (token: string): Promise<SessionRow> => {
    const session = await sessionsRepository(database).find(hashSecret(token));
    if (session === null || !isLive(session, clock.now())) throw new Refusal('TOKEN_EXPIRED');
    return session;
  };

  /**
   * Shortens the life of the old token. It expires within a minute; a token that was sent in a store link expires
   * within a day and may only read. It never expires later than before. @returns the old token's session.
   */
  const retire = async (
    trx: Database,
    { token, leaving }: ReplacedToken,
    userId: string,
    now: Date,
  ): Promise<SessionRow> => {
    const sessions = sessionsRepository(trx);
    const old = await sessions.find(hashSecret(token));
    if (old === null || !isLive(old, now) || old.readOnly || old.userId !== userId) throw new Refusal('TOKEN_EXPIRED');
    if (leaving) await sessions.makeReadOnly(old.tokenHash);
    await sessions.expireBy(old.tokenHash, after(now, leaving ? sessionLifetimes.left : sessionLifetimes.renewed));
    return old;
  };

  /**
   * Runs before the transaction, because it may call PlayFab. A reset between the two revokes the bound token too. The
   * old token of a renewal needs no proof: a reset ends all tokens, so it belongs to a later sign-in.
   */
  const requireProofFor = async (token: string, proof: ReceivedProof): Promise<void> => {
    const bound = await sessionsRepository(database).find(hashSecret(token));
    if (bound === null || bound.activatedAt !== null || bound.expiresAt <= clock.now()) return;
    const user = await usersRepository(database).find(bound.userId);
    if (user !== null) await requireProof(user, proof);
  };

  return {
    /**
     * Activates a bound token. `replaces` is the old token of a renewal. Repeated after a lost answer, the call
     * succeeds and changes nothing.
     * @throws Refusal TOKEN_EXPIRED when the token is not bound, bound too long ago, or either token is dead;
     * SIGN_IN_CODE_REQUIRED when the password was reset and neither the old token nor `proof` shows a later login.
     */
    activate: async (token: string, replaces: ReplacedToken | null, proof: ReceivedProof): Promise<void> => {
      if (replaces === null) await requireProofFor(token, proof);
      const changed = await database.transaction().execute(async (trx) => {
        const now = clock.now();
        const sessions = sessionsRepository(trx);
        const tokenHash = hashSecret(token);
        const owner = (await sessions.find(tokenHash))?.userId;
        if (owner === undefined || (await usersRepository(trx).lock(owner)) === null)
          throw new Refusal('TOKEN_EXPIRED');
        // The session is read again, because another activation or a deletion may have held the lock until now.
        const session = await sessions.find(tokenHash);
        if (session === null || session.expiresAt <= now) throw new Refusal('TOKEN_EXPIRED');
        if (session.activatedAt !== null) return false;

        const old = replaces === null ? null : await retire(trx, replaces, owner, now);
        const chainStartedAt = old?.chainStartedAt ?? now;
        const end = Math.min(
          after(now, sessionLifetimes.active).getTime(),
          after(chainStartedAt, sessionLifetimes.chain).getTime(),
        );
        await sessions.activate(tokenHash, now, chainStartedAt, new Date(end));
        await sessions.expireBeyond(owner, maxSessions, now);
        return true;
      });
      if (changed) events.record({ kind: replaces === null ? 'sign-in' : 'renewal' });
    },

    /**
     * Returns the user id of a token's owner.
     * @param access `read` also accepts a token that was sent in a store link.
     * @throws Refusal TOKEN_EXPIRED when the token is unknown, not active, revoked, expired or has too few rights. A
     * browser that has only the token of a store link must sign in again.
     */
    owner: async (token: string, access: Access): Promise<string> => {
      const session = await live(token);
      if (access === 'full' && session.readOnly) throw new Refusal('TOKEN_EXPIRED');
      return session.userId;
    },

    /**
     * @throws Refusal RECENT_SIGN_IN_REQUIRED when the sign-in is more than fifteen minutes old; a renewal is not a
     * sign-in.
     */
    requireRecentSignIn: async (token: string): Promise<void> => {
      const { chainStartedAt } = await live(token);
      if (clock.now() > after(chainStartedAt, sessionLifetimes.recent)) throw new Refusal('RECENT_SIGN_IN_REQUIRED');
    },

    /** Revokes this token at once (the sign-out). */
    end: async (token: string): Promise<void> => {
      await sessionsRepository(database).expireBy(hashSecret(token), clock.now());
      events.record({ kind: 'sign-out' });
    },
  };
};
