import type { Database } from '../../db/database.ts';
import {
  agreementsRepository,
  type SessionRow,
  sessionsRepository,
  type User,
  usersRepository,
} from '../../store/accounts.repository.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret, randomId } from '../secrets.ts';
import type { ReceivedProof, RequireProof } from './sign-in-code.ts';
import { day, minute } from '../../../src/lib/time.ts';

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
const maxSessions = 10;

const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);
/** Returns whether a proof that was checked for `proven` still counts: the account has had no reset since. */
const isSameReset = (user: User, proven: User | null): boolean =>
  proven !== null &&
  proven.passwordResetAt?.getTime() === user.passwordResetAt?.getTime() &&
  proven.signInCodeHash === user.signInCodeHash;
const isLive = (row: SessionRow, now: Date): boolean => row.activatedAt !== null && row.expiresAt > now;

/** The old token of a renewal; `leaving` means that it was sent in a store link. */
type ReplacedToken = { token: string; leaving: boolean };

/** The kind of access that a call needs to the account. */
export type Access = 'read' | 'full';

/**
 * An activated session and its owner. `created` is true for the first one of the account. `partner` is the key of the
 * page that the person signed in on; it is null for a renewal, and for a token that was renewed or left the page.
 */
export type Activation = {
  userId: string;
  playfabId: string;
  created: boolean;
  activatedAt: Date;
  partner: string | null;
};

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the use cases of sessions. Tokens arrive as the client holds them; only their SHA-256 is passed on. */
export const createSessions = (
  database: Database,
  clock: Clock,
  events: SecurityEvents,
  requireProof: RequireProof,
  { termsVersion }: { termsVersion: string },
) => {
  const live = async (on: Database, token: string, access: Access): Promise<SessionRow> => {
    const session = await sessionsRepository(on).find(hashSecret(token));
    if (session === null || !isLive(session, clock.now())) throw new Refusal('TOKEN_EXPIRED');
    if (access === 'full' && session.readOnly) throw new Refusal('TOKEN_EXPIRED');
    return session;
  };

  /** Refuses an old token that may not be renewed, and retires it. @returns the old token's session. */
  const retire = async (
    trx: Database,
    { token, leaving }: ReplacedToken,
    userId: string,
    now: Date,
  ): Promise<SessionRow> => {
    const sessions = sessionsRepository(trx);
    const old = await sessions.find(hashSecret(token));
    if (old === null || !isLive(old, now) || old.readOnly || old.renewed || old.userId !== userId)
      throw new Refusal('TOKEN_EXPIRED');
    const end = after(now, leaving ? sessionLifetimes.left : sessionLifetimes.renewed);
    await sessions.retire(old.tokenHash, { end, readOnly: leaving });
    return old;
  };

  /** Checks a proof before the transaction, because that may ask PlayFab. @returns the owner it was checked against. */
  const proveFor = async (userId: string, proof: ReceivedProof): Promise<User | null> => {
    const user = await usersRepository(database).find(userId);
    if (user !== null) await requireProof(user, proof);
    return user;
  };

  return {
    /**
     * Activates a bound token. `replaces` is the old token of a renewal. Repeated after a lost answer, the call
     * succeeds, changes nothing and returns the same. `partner` is the key of the page, and `shown` what it said
     * about the price; the first call decides them.
     * @throws Refusal TOKEN_EXPIRED when the token is not bound, bound too long ago, or either token is dead;
     * SIGN_IN_CODE_REQUIRED when the password was reset and neither the old token nor `proof` shows a later login.
     */
    activate: async (
      token: string,
      replaces: ReplacedToken | null,
      proof: ReceivedProof,
      { partner, shown = '' }: { partner: string | null; shown?: string | undefined },
    ): Promise<Activation> => {
      const tokenHash = hashSecret(token);
      const bound = await sessionsRepository(database).find(tokenHash);
      if (bound === null || bound.expiresAt <= clock.now()) throw new Refusal('TOKEN_EXPIRED');
      const { userId } = bound;
      const isSignIn = replaces === null && bound.activatedAt === null;
      const proven = isSignIn ? await proveFor(userId, proof) : null;
      const { isChanged, ...activation } = await database.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).lock(userId);
        // The time and the session of this moment decide: a log-out, a reset or a deletion may have held the lock.
        const now = clock.now();
        const sessions = sessionsRepository(trx);
        const session = await sessions.find(tokenHash);
        if (user === null || user.deletionRequestedAt !== null) throw new Refusal('TOKEN_EXPIRED');
        if (session === null || session.userId !== userId || session.expiresAt <= now)
          throw new Refusal('TOKEN_EXPIRED');
        const { playfabId, openedAt } = user;
        if (session.activatedAt !== null) {
          const created = openedAt?.getTime() === session.activatedAt.getTime();
          const isReplaced = session.renewed || session.readOnly;
          return {
            isChanged: false,
            userId,
            playfabId,
            created,
            activatedAt: session.activatedAt,
            partner: isReplaced ? null : session.partner,
          };
        }
        // The old token of a renewal needs no proof: a reset revokes all tokens, so it belongs to a later sign-in.
        if (replaces === null && !isSameReset(user, proven)) throw new Refusal('SIGN_IN_CODE_REQUIRED');

        const old = replaces === null ? null : await retire(trx, replaces, userId, now);
        const chainStartedAt = old?.chainStartedAt ?? now;
        const ends = [after(now, sessionLifetimes.active), after(chainStartedAt, sessionLifetimes.chain)];
        const expiresAt = new Date(Math.min(...ends.map(Number)));
        await sessions.activate({
          tokenHash,
          activatedAt: now,
          chain: old?.chain ?? tokenHash,
          chainStartedAt,
          expiresAt,
          partner,
        });
        const created = openedAt === null;
        if (created) {
          await usersRepository(trx).open(userId, now);
          const agreement = { agreedAt: now, language: user.language, partner, terms: termsVersion, shown };
          await agreementsRepository(trx).add({ id: randomId(), userId, kind: 'sign-up', ...agreement });
        }
        await sessions.revokeBeyond(userId, maxSessions, now);
        return { isChanged: true, userId, playfabId, created, activatedAt: now, partner };
      });
      if (isChanged) events.record({ kind: replaces === null ? 'sign-in' : 'renewal' });
      return activation;
    },

    /**
     * Returns the user id of a token's owner.
     * @param access `read` also accepts a token that was sent in a store link.
     * @throws Refusal TOKEN_EXPIRED when the token is unknown, not active, revoked, expired or has too few rights. A
     * browser that has only the token of a store link must sign in again.
     */
    owner: async (token: string, access: Access): Promise<string> => (await live(database, token, access)).userId,

    /**
     * @param trx a transaction that holds the owner's lock.
     * @throws Refusal TOKEN_EXPIRED when the token has ended or has too few rights, RECENT_SIGN_IN_REQUIRED when the
     * sign-in is more than fifteen minutes old; a renewal is not a sign-in.
     */
    requireRecentSignIn: async (trx: Database, token: string): Promise<void> => {
      const { chainStartedAt } = await live(trx, token, 'full');
      if (clock.now() > after(chainStartedAt, sessionLifetimes.recent)) throw new Refusal('RECENT_SIGN_IN_REQUIRED');
    },

    /** Revokes the token and its chain, so that no fresh renewal is left; a store link's token revokes only itself. */
    end: async (token: string, userId: string): Promise<void> => {
      await database.transaction().execute(async (trx) => {
        await usersRepository(trx).lock(userId);
        const sessions = sessionsRepository(trx);
        const session = await sessions.find(hashSecret(token));
        if (session === null) return;
        await (session.readOnly ? sessions.revoke(session.tokenHash) : sessions.revokeChain(session));
      });
      events.record({ kind: 'sign-out' });
    },
  };
};
