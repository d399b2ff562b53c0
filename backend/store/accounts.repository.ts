import { sql, type UpdateObject } from 'kysely';
import type { Language } from '../../src/contracts/language.ts';
import { type Database, defineStatement, firstOf, type Gaps, insertMissing } from '../db/database.ts';
import type { Row, Tables } from '../db/tables.ts';

type NewUser = { id: string; playfabId: string; language: Language; createdAt: Date };

const userColumns = [
  'id',
  'playfabId',
  'language',
  'deletionRequestedAt',
  'deletionEmail',
  'deletionEndedSubscription',
  'passwordResetAt',
  'signInCodeHash',
  'coupon',
  'openedAt',
] as const;
export type User = Row<'users', typeof userColumns>;

const recordUser = defineStatement('record user', (on, gap: Gaps<NewUser>) =>
  on
    .insertInto('users')
    .values({ id: gap('id'), playfabId: gap('playfabId'), language: gap('language'), createdAt: gap('createdAt') })
    .onConflict((conflict) =>
      conflict
        .column('playfabId')
        .doUpdateSet({ language: gap('language') })
        .where('users.deletionRequestedAt', 'is', null),
    )
    .returning(userColumns)
    .compile(),
);

const userOf = (on: Database, gap: Gaps<{ id: string }>) =>
  on.selectFrom('users').select(userColumns).where('id', '=', gap('id'));
const findUser = defineStatement('find user', (on, gap: Gaps<{ id: string }>) => userOf(on, gap).compile());
const lockUser = defineStatement('lock user', (on, gap: Gaps<{ id: string }>) => userOf(on, gap).forUpdate().compile());

export const usersRepository = (database: Database) => {
  const change = (id: string, to: UpdateObject<Tables, 'users'>): Promise<unknown> =>
    database.updateTable('users').set(to).where('id', '=', id).execute();
  return {
    /** Creates the record, or updates its language. Returns null for an account that is being deleted. */
    record: async (user: NewUser): Promise<User | null> => (await recordUser(database, user)).rows[0] ?? null,

    /** Locks the row until the transaction ends, so that changes of a user's sessions run one after the other. */
    lock: async (id: string): Promise<User | null> => (await lockUser(database, { id })).rows[0] ?? null,
    find: async (id: string): Promise<User | null> => (await findUser(database, { id })).rows[0] ?? null,
    ofPlayfabId: (playfabId: string): Promise<User | null> =>
      firstOf(database.selectFrom('users').select(userColumns).where('playfabId', '=', playfabId)),

    /** Records the first sign-in. */
    open: (id: string, openedAt: Date) => change(id, { openedAt }),
    recordReset: (id: string, at: Date | null, signInCodeHash: string | null) =>
      change(id, { passwordResetAt: at, signInCodeHash }),
    noteEndedSubscription: (id: string) => change(id, { deletionEndedSubscription: true }),
    keepAddressForNotice: (id: string, email: string) => change(id, { deletionEmail: email }),

    /** Keeps a coupon for the first purchase. One that is kept already stays unless `replaces`. */
    keepCoupon: (id: string, coupon: string, { replaces }: { replaces: boolean }): Promise<unknown> =>
      database
        .updateTable('users')
        .set({ coupon })
        .where('id', '=', id)
        .$if(!replaces, (update) => update.where('coupon', 'is', null))
        .execute(),

    markForDeletion: (id: string, now: Date, language?: Language): Promise<unknown> =>
      database
        .updateTable('users')
        .set({ deletionRequestedAt: now, ...(language === undefined ? {} : { language }) })
        .where('id', '=', id)
        .where('deletionRequestedAt', 'is', null)
        .execute(),

    remove: (id: string): Promise<unknown> => database.deleteFrom('users').where('id', '=', id).execute(),
  };
};

/** What parents agreed to. */
export const agreementsRepository = (database: Database) => ({
  /** Records it once: a repeated one has the same id. */
  add: (agreement: Omit<Tables['agreements'], 'deleteAt'>): Promise<unknown> =>
    insertMissing(database, 'agreements', agreement).execute(),

  /** Keeps the proof of a deleted account's contract for some days after each agreement; without a contract nothing. */
  keepProof: async (userId: string, { days, least }: { days: number; least: Date }): Promise<void> => {
    const contracts = database.selectFrom('stripe_customers').select('id').where('userId', '=', userId);
    if ((await contracts.executeTakeFirst()) === undefined) {
      await database.deleteFrom('agreements').where('userId', '=', userId).execute();
      return;
    }
    const deleteAt = sql<Date>`greatest(agreed_at + make_interval(days => ${days}::int), ${least}::timestamptz)`;
    await database.updateTable('agreements').set({ deleteAt }).where('userId', '=', userId).execute();
  },
});

export const deletedPlayersRepository = (database: Database) => ({
  /** @param hashes digests of the person's names. */
  add: async (hashes: string[], deletedAt: Date): Promise<void> => {
    const rows = hashes.map((idHash) => ({ idHash, deletedAt }));
    await insertMissing(database, 'deleted_players', rows).execute();
  },

  /** Returns which of these digests are stored. */
  among: async (hashes: string[]): Promise<ReadonlySet<string>> => {
    if (hashes.length === 0) return new Set();
    const rows = await database.selectFrom('deleted_players').select('idHash').where('idHash', 'in', hashes).execute();
    return new Set(rows.map((row) => row.idHash));
  },
});

const sessionColumns = [
  'tokenHash',
  'userId',
  'chainStartedAt',
  'activatedAt',
  'expiresAt',
  'readOnly',
  'renewed',
  'partner',
  'chain',
] as const;
export type SessionRow = Row<'sessions', typeof sessionColumns>;

/** Before every clock's time: a revoked token is dead on each server at once, also if their clocks differ or jump. */
const revoked = new Date(0);

const revoking = (database: Database) => database.updateTable('sessions').set({ expiresAt: revoked });

type Bound = Pick<SessionRow, 'tokenHash' | 'userId' | 'chainStartedAt' | 'expiresAt'>;
const bindSession = defineStatement('bind session', (on, gap: Gaps<Bound>) =>
  on
    .insertInto('sessions')
    .values({
      tokenHash: gap('tokenHash'),
      userId: gap('userId'),
      chain: gap('tokenHash'),
      chainStartedAt: gap('chainStartedAt'),
      expiresAt: gap('expiresAt'),
    })
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .compile(),
);

const findSession = defineStatement('find session', (on, gap: Gaps<{ tokenHash: string }>) =>
  on.selectFrom('sessions').select(sessionColumns).where('tokenHash', '=', gap('tokenHash')).compile(),
);

type Activated = Pick<SessionRow, 'tokenHash' | 'chain' | 'chainStartedAt' | 'expiresAt' | 'partner'> & {
  activatedAt: Date;
};
const activateSession = defineStatement('activate session', (on, gap: Gaps<Activated>) =>
  on
    .updateTable('sessions')
    .set({
      activatedAt: gap('activatedAt'),
      chain: gap('chain'),
      chainStartedAt: gap('chainStartedAt'),
      expiresAt: gap('expiresAt'),
      partner: gap('partner'),
    })
    .where('tokenHash', '=', gap('tokenHash'))
    .compile(),
);

const revokeSessionsBeyond = defineStatement(
  'revoke sessions beyond',
  (on, gap: Gaps<{ userId: string; most: number; now: Date }>) =>
    revoking(on)
      .where('tokenHash', 'in', (rows) =>
        rows
          .selectFrom('sessions')
          .select('tokenHash')
          .where('userId', '=', gap('userId'))
          .where('activatedAt', 'is not', null)
          .where('expiresAt', '>', gap('now'))
          .orderBy('expiresAt', 'desc')
          .orderBy('activatedAt', 'desc')
          .offset(gap('most')),
      )
      .compile(),
);

export const sessionsRepository = (database: Database) => ({
  /** Binds a token. The first binding wins; a second one changes nothing. */
  bind: (session: Bound): Promise<unknown> => bindSession(database, session),

  find: async (tokenHash: string): Promise<SessionRow | null> =>
    (await findSession(database, { tokenHash })).rows[0] ?? null,

  activate: (session: Activated): Promise<unknown> => activateSession(database, session),

  /** Marks a token as renewed and lets it expire at `end`, or earlier. */
  retire: (tokenHash: string, { end, readOnly }: { end: Date; readOnly: boolean }): Promise<unknown> =>
    database
      .updateTable('sessions')
      .set({ renewed: true, readOnly, expiresAt: sql`least(expires_at, ${end}::timestamptz)` })
      .where('tokenHash', '=', tokenHash)
      .execute(),

  revoke: (tokenHash: string): Promise<unknown> => revoking(database).where('tokenHash', '=', tokenHash).execute(),
  revokeChain: ({ userId, chain }: SessionRow): Promise<unknown> =>
    revoking(database).where('userId', '=', userId).where('chain', '=', chain).execute(),
  revokeAllOf: (userId: string): Promise<unknown> => revoking(database).where('userId', '=', userId).execute(),

  /** Keeps the `most` live tokens with the longest lifetime left: a retired one is revoked first, then the oldest. */
  revokeBeyond: (userId: string, most: number, now: Date): Promise<unknown> =>
    revokeSessionsBeyond(database, { userId, most, now }),
});
