import { sql, type UpdateObject } from 'kysely';
import type { Language } from '../../src/contracts/language.ts';
import { type Database, defineStatement, type Gaps } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export type User = {
  id: string;
  playfabId: string;
  language: Language;
  deletionRequestedAt: Date | null;
  deletionEmail: string | null;
  /** Whether a subscription was cancelled with the account. */
  deletionEndedSubscription: boolean;
  passwordResetAt: Date | null;
  /** The digest of the code that was mailed after this reset. */
  signInCodeHash: string | null;
  /** The coupon with which the user came, until the first purchase. */
  coupon: string | null;
  /** When somebody first signed in; null until then. */
  openedAt: Date | null;
};
type NewUser = { id: string; playfabId: string; language: Language; createdAt: Date };

const userColumns = [
  'id',
  'playfab_id as playfabId',
  'language',
  'deletion_requested_at as deletionRequestedAt',
  'deletion_email as deletionEmail',
  'deletion_ended_subscription as deletionEndedSubscription',
  'password_reset_at as passwordResetAt',
  'sign_in_code_hash as signInCodeHash',
  'coupon',
  'opened_at as openedAt',
] as const;

const recordUser = defineStatement('record user', (on, gap: Gaps<NewUser>) =>
  on
    .insertInto('users')
    .values({
      id: gap('id'),
      playfab_id: gap('playfabId'),
      language: gap('language'),
      created_at: gap('createdAt'),
    })
    .onConflict((conflict) =>
      conflict
        .column('playfab_id')
        .doUpdateSet({ language: gap('language') })
        .where('users.deletion_requested_at', 'is', null),
    )
    .returning(userColumns)
    .compile(),
);

const userOf = (on: Database, gap: Gaps<{ id: string }>) =>
  on.selectFrom('users').select(userColumns).where('id', '=', gap('id'));
const findUser = defineStatement('find user', (on, gap: Gaps<{ id: string }>) => userOf(on, gap).compile());
const lockUser = defineStatement('lock user', (on, gap: Gaps<{ id: string }>) => userOf(on, gap).forUpdate().compile());

export const usersRepository = (database: Database) => {
  const change = async (id: string, to: UpdateObject<Tables, 'users'>): Promise<void> => {
    await database.updateTable('users').set(to).where('id', '=', id).execute();
  };
  return {
    /** Creates the record, or updates its language. Returns null for an account that is being deleted. */
    record: async (user: NewUser): Promise<User | null> => (await recordUser(database, user)).rows[0] ?? null,

    /** Locks the row until the transaction ends, so that changes of a user's sessions run one after the other. */
    lock: async (id: string): Promise<User | null> => (await lockUser(database, { id })).rows[0] ?? null,
    find: async (id: string): Promise<User | null> => (await findUser(database, { id })).rows[0] ?? null,
    ofPlayfabId: async (playfabId: string): Promise<User | null> =>
      (await database.selectFrom('users').select(userColumns).where('playfab_id', '=', playfabId).executeTakeFirst()) ??
      null,

    /** Records the first sign-in. */
    open: (id: string, openedAt: Date) => change(id, { opened_at: openedAt }),
    recordReset: (id: string, at: Date | null, signInCodeHash: string | null) =>
      change(id, { password_reset_at: at, sign_in_code_hash: signInCodeHash }),
    noteEndedSubscription: (id: string) => change(id, { deletion_ended_subscription: true }),
    keepAddressForNotice: (id: string, email: string) => change(id, { deletion_email: email }),

    /** Keeps a coupon for the first purchase. One that is kept already stays unless `replaces`. */
    keepCoupon: async (id: string, coupon: string, { replaces }: { replaces: boolean }): Promise<void> => {
      await database
        .updateTable('users')
        .set({ coupon })
        .where('id', '=', id)
        .$if(!replaces, (update) => update.where('coupon', 'is', null))
        .execute();
    },

    markForDeletion: async (id: string, now: Date, language?: Language): Promise<void> => {
      await database
        .updateTable('users')
        .set({ deletion_requested_at: now, ...(language === undefined ? {} : { language }) })
        .where('id', '=', id)
        .where('deletion_requested_at', 'is', null)
        .execute();
    },

    remove: async (id: string): Promise<void> => {
      await database.deleteFrom('users').where('id', '=', id).execute();
    },
  };
};

export const deletedPlayersRepository = (database: Database) => ({
  /** @param hashes digests of the person's names. */
  add: async (hashes: string[], deletedAt: Date): Promise<void> => {
    await database
      .insertInto('deleted_players')
      .values(hashes.map((hash) => ({ id_hash: hash, deleted_at: deletedAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** Returns which of these digests are stored. */
  among: async (hashes: string[]): Promise<ReadonlySet<string>> => {
    if (hashes.length === 0) return new Set();
    const rows = await database
      .selectFrom('deleted_players')
      .select('id_hash')
      .where('id_hash', 'in', hashes)
      .execute();
    return new Set(rows.map((row) => row.id_hash));
  },
});

export type SessionRow = {
  tokenHash: string;
  userId: string;
  chainStartedAt: Date;
  activatedAt: Date | null;
  expiresAt: Date;
  /** Whether the token was sent in a store link. */
  readOnly: boolean;
  /** Whether another token has replaced this one. */
  renewed: boolean;
  /** The digest of the chain's first token: a sign-in begins a chain, and every renewal continues it. */
  chain: string;
  /** The key of the partner whose page the person signed in on. */
  partner: string | null;
};

const sessionColumns = [
  'token_hash as tokenHash',
  'user_id as userId',
  'chain_started_at as chainStartedAt',
  'activated_at as activatedAt',
  'expires_at as expiresAt',
  'read_only as readOnly',
  'renewed',
  'partner',
  'chain',
] as const;

/**
 * Before every clock's time. A revoked token is dead on each server at once, also if their clocks differ or one of them
 * jumps.
 */
const revoked = new Date(0);

const revoking = (database: Database) => database.updateTable('sessions').set({ expires_at: revoked });

const bindSession = defineStatement(
  'bind session',
  (on, gap: Gaps<{ tokenHash: string; userId: string; now: Date; expiresAt: Date }>) =>
    on
      .insertInto('sessions')
      .values({
        token_hash: gap('tokenHash'),
        user_id: gap('userId'),
        chain: gap('tokenHash'),
        chain_started_at: gap('now'),
        expires_at: gap('expiresAt'),
      })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .compile(),
);

const findSession = defineStatement('find session', (on, gap: Gaps<{ tokenHash: string }>) =>
  on.selectFrom('sessions').select(sessionColumns).where('token_hash', '=', gap('tokenHash')).compile(),
);

type Activated = Pick<SessionRow, 'tokenHash' | 'chain' | 'chainStartedAt' | 'expiresAt' | 'partner'> & {
  activatedAt: Date;
};
const activateSession = defineStatement('activate session', (on, gap: Gaps<Activated>) =>
  on
    .updateTable('sessions')
    .set({
      activated_at: gap('activatedAt'),
      chain: gap('chain'),
      chain_started_at: gap('chainStartedAt'),
      expires_at: gap('expiresAt'),
      partner: gap('partner'),
    })
    .where('token_hash', '=', gap('tokenHash'))
    .compile(),
);

const revokeSessionsBeyond = defineStatement(
  'revoke sessions beyond',
  (on, gap: Gaps<{ userId: string; most: number; now: Date }>) =>
    revoking(on)
      .where('token_hash', 'in', (rows) =>
        rows
          .selectFrom('sessions')
          .select('token_hash')
          .where('user_id', '=', gap('userId'))
          .where('activated_at', 'is not', null)
          .where('expires_at', '>', gap('now'))
          .orderBy('expires_at', 'desc')
          .orderBy('activated_at', 'desc')
          .offset(gap('most')),
      )
      .compile(),
);

export const sessionsRepository = (database: Database) => ({
  /** Binds a token. The first binding wins; a second one changes nothing. */
  bind: async (tokenHash: string, userId: string, now: Date, expiresAt: Date): Promise<void> => {
    await bindSession(database, { tokenHash, userId, now, expiresAt });
  },

  find: async (tokenHash: string): Promise<SessionRow | null> =>
    (await findSession(database, { tokenHash })).rows[0] ?? null,

  activate: async (session: Activated): Promise<void> => {
    await activateSession(database, session);
  },

  /** Marks a token as renewed and lets it expire at `end`, or earlier. */
  retire: async (tokenHash: string, { end, readOnly }: { end: Date; readOnly: boolean }): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ renewed: true, read_only: readOnly, expires_at: sql`least(expires_at, ${end}::timestamptz)` })
      .where('token_hash', '=', tokenHash)
      .execute();
  },

  revoke: async (tokenHash: string): Promise<void> => {
    await revoking(database).where('token_hash', '=', tokenHash).execute();
  },
  revokeChain: async ({ userId, chain }: SessionRow): Promise<void> => {
    await revoking(database).where('user_id', '=', userId).where('chain', '=', chain).execute();
  },
  revokeAllOf: async (userId: string): Promise<void> => {
    await revoking(database).where('user_id', '=', userId).execute();
  },

  /**
   * Keeps the `most` live tokens with the longest remaining lifetime: a retired one is revoked first, then the oldest.
   */
  revokeBeyond: async (userId: string, most: number, now: Date): Promise<void> => {
    await revokeSessionsBeyond(database, { userId, most, now });
  },
});
