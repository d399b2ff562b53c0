import { sql } from 'kysely';
import type { DeclarationKind, LeavingReason, WantedEnd } from '../../src/contracts/calls/cancel.ts';
import type { Language } from '../../src/contracts/language.ts';
import { type Database, nextOf } from '../db/database.ts';

export type StoredDeclaration = {
  id: string;
  kind: DeclarationKind | 'undo';
  userId: string | null;
  email: string | null;
  language: Language;
  declaredAt: Date;
  /** The number of the confirmation; null until the mailed link is used. */
  confirmed: number | null;
  /** The last day of the mailed link, as "2026-12-21"; null without a link. */
  linkLastDay: string | null;
};
type Declared = Pick<StoredDeclaration, 'id' | 'kind' | 'language' | 'declaredAt'> & { deleteAt: Date };
export type SignedInDeclaration = Declared & { userId: string; confirmed: number };
export type MailedDeclaration = Declared & { email: string; tokenHash: string; linkLastDay: string };

const columns = [
  'id',
  'kind',
  'user_id as userId',
  'email',
  'language',
  'declared_at as declaredAt',
  'confirmed',
  'link_last_day as linkLastDay',
] as const;

/** The record of what was declared, and when. Rows are only added. */
export const declarationsRepository = (database: Database) => {
  const insert = async (made: Declared, rest: object): Promise<void> => {
    const { id, kind, language, declaredAt: declared_at, deleteAt: delete_at } = made;
    await database
      .insertInto('declarations')
      .values({ id, kind, language, declared_at, delete_at, ...rest })
      .execute();
  };
  const one = async (column: 'id' | 'token_hash', value: string): Promise<StoredDeclaration | null> =>
    (await database.selectFrom('declarations').select(columns).where(column, '=', value).executeTakeFirst()) ?? null;

  return {
    /** Returns the number of a confirmation, larger than every earlier one of the same account. */
    nextConfirmation: (): Promise<number> => nextOf(database, 'confirmations'),

    add: (made: SignedInDeclaration): Promise<void> =>
      insert(made, { user_id: made.userId, confirmed: made.confirmed }),
    addMailed: (made: MailedDeclaration): Promise<void> =>
      insert(made, { email: made.email, token_hash: made.tokenHash, link_last_day: made.linkLastDay }),

    find: (id: string) => one('id', id),
    ofLink: (tokenHash: string) => one('token_hash', tokenHash),

    /** Returns the unconfirmed declaration of an address since a time, if there is one. */
    waitingOf: async (email: string, kind: DeclarationKind, since: Date): Promise<StoredDeclaration | null> => {
      const found = await database
        .selectFrom('declarations')
        .select(columns)
        .where('email', '=', email)
        .where('kind', '=', kind)
        .where('confirmed', 'is', null)
        .where('declared_at', '>', since)
        .orderBy('declared_at')
        .executeTakeFirst();
      return found ?? null;
    },

    /** Makes declarations of the same address wait for each other until the transaction ends. */
    lockAddress: async (email: string): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(database);
    },

    /** Returns the newest declaration of a user. */
    newestOf: async (userId: string): Promise<StoredDeclaration | null> => {
      const query = database.selectFrom('declarations').select(columns).where('user_id', '=', userId);
      return (await query.orderBy('confirmed', 'desc').limit(1).executeTakeFirst()) ?? null;
    },

    /** Returns what the owner of an address confirmed before its account was found, in the order of the confirmations. */
    confirmedOf: (email: string): Promise<StoredDeclaration[]> =>
      database
        .selectFrom('declarations')
        .select(columns)
        .where('email', '=', email)
        .where('confirmed', 'is not', null)
        .orderBy('confirmed')
        .execute(),

    /** Records that the owner of the address used the link. @returns false when it was used before. */
    confirm: async (id: string, confirmed: number, deleteAt: Date): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('declarations')
        .set({ confirmed, delete_at: deleteAt })
        .where('id', '=', id)
        .where('confirmed', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Gives a visitor's declaration to the account of the address, which is not needed any more. */
    assign: async (id: string, userId: string): Promise<void> => {
      await database.updateTable('declarations').set({ user_id: userId, email: null }).where('id', '=', id).execute();
    },

    /** @returns false for an unknown or unconfirmed declaration. */
    giveReason: async (id: string, reason: LeavingReason): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('declarations')
        .set({ reason })
        .where('id', '=', id)
        .where('confirmed', 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    remove: async (id: string): Promise<void> => {
      await database.deleteFrom('declarations').where('id', '=', id).execute();
    },

    /** Removes the declarations of visitors who typed this address. */
    removeOfAddress: async (email: string): Promise<void> => {
      await database.deleteFrom('declarations').where('email', '=', email).execute();
    },
  };
};

/** The end that an account wants. */
export type StoredEnd = {
  userId: string;
  wanted: WantedEnd;
  late: boolean;
  declaredAt: Date;
  language: Language;
  confirmed: number;
  subscriptions: string[] | null;
  settled: boolean;
};
export type EndDecision = Pick<StoredEnd, 'wanted' | 'late'> & { subscriptions: string[] };

/** Read and change a row under the lock of its user. */
export const wantedEndsRepository = (database: Database) => ({
  of: async (userId: string): Promise<StoredEnd | null> => {
    const row = await database
      .selectFrom('wanted_ends')
      .select(['user_id as userId', 'wanted', 'late', 'declared_at as declaredAt', 'language', 'confirmed'])
      .select(['subscriptions', 'settled'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row ?? null;
  },

  want: async (end: Pick<StoredEnd, 'userId' | 'wanted' | 'declaredAt' | 'language' | 'confirmed'>): Promise<void> => {
    const { userId, declaredAt, ...rest } = end;
    const row = { ...rest, declared_at: declaredAt, late: false, subscriptions: null, settled: false };
    await database
      .insertInto('wanted_ends')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  },

  decide: async (userId: string, decision: EndDecision): Promise<void> => {
    await database.updateTable('wanted_ends').set(decision).where('user_id', '=', userId).execute();
  },

  settle: async (userId: string): Promise<void> => {
    await database.updateTable('wanted_ends').set({ settled: true }).where('user_id', '=', userId).execute();
  },
});
