import { type Insertable, sql, type UpdateObject } from 'kysely';
import type { DeclarationKind, LeavingReason } from '../../src/contracts/calls/cancel.ts';
import { type Database, nextOf } from '../db/database.ts';
import type { Row, Tables } from '../db/tables.ts';

const columns = ['id', 'kind', 'userId', 'email', 'language', 'declaredAt', 'confirmed', 'linkLastDay'] as const;
export type StoredDeclaration = Row<'declarations', typeof columns>;

/** The record of what was declared, and when. Rows are only added. */
export const declarationsRepository = (database: Database) => {
  const one = async (column: 'id' | 'tokenHash', value: string): Promise<StoredDeclaration | null> =>
    (await database.selectFrom('declarations').select(columns).where(column, '=', value).executeTakeFirst()) ?? null;

  return {
    /** Returns the number of a confirmation, larger than every earlier one of the same account. */
    nextConfirmation: (): Promise<number> => nextOf(database, 'confirmations'),

    add: (made: Insertable<Tables['declarations']>): Promise<unknown> =>
      database.insertInto('declarations').values(made).execute(),

    find: (id: string) => one('id', id),
    ofLink: (tokenHash: string) => one('tokenHash', tokenHash),

    /** Returns the unconfirmed declaration of an address since a time, if there is one. */
    waitingOf: async (email: string, kind: DeclarationKind, since: Date): Promise<StoredDeclaration | null> => {
      const found = await database
        .selectFrom('declarations')
        .select(columns)
        .where('email', '=', email)
        .where('kind', '=', kind)
        .where('confirmed', 'is', null)
        .where('declaredAt', '>', since)
        .orderBy('declaredAt')
        .executeTakeFirst();
      return found ?? null;
    },

    /** Makes declarations of the same address wait for each other until the transaction ends. */
    lockAddress: async (email: string): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(database);
    },

    /** Returns the newest declaration of a user. */
    newestOf: async (userId: string): Promise<StoredDeclaration | null> => {
      const query = database.selectFrom('declarations').select(columns).where('userId', '=', userId);
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
        .set({ confirmed, deleteAt })
        .where('id', '=', id)
        .where('confirmed', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Gives a visitor's declaration to the account of the address, which is not needed any more. */
    assign: async (id: string, userId: string): Promise<void> => {
      await database.updateTable('declarations').set({ userId, email: null }).where('id', '=', id).execute();
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

const endColumns = [
  'userId',
  'wanted',
  'late',
  'declaredAt',
  'language',
  'confirmed',
  'subscriptions',
  'settled',
] as const;
/** The end that an account wants. */
export type StoredEnd = Row<'wanted_ends', typeof endColumns>;
export type EndDecision = Pick<StoredEnd, 'wanted' | 'late'> & { subscriptions: string[] };

/** Read and change a row under the lock of its user. */
export const wantedEndsRepository = (database: Database) => {
  const change = (userId: string, to: UpdateObject<Tables, 'wanted_ends'>): Promise<unknown> =>
    database.updateTable('wanted_ends').set(to).where('userId', '=', userId).execute();
  return {
    of: async (userId: string): Promise<StoredEnd | null> => {
      const ends = database.selectFrom('wanted_ends').select(endColumns);
      return (await ends.where('userId', '=', userId).executeTakeFirst()) ?? null;
    },

    want: async (
      end: Pick<StoredEnd, 'userId' | 'wanted' | 'declaredAt' | 'language' | 'confirmed'>,
    ): Promise<void> => {
      const row = { ...end, late: false, subscriptions: null, settled: false };
      await database
        .insertInto('wanted_ends')
        .values(row)
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute();
    },

    decide: (userId: string, decision: EndDecision) => change(userId, decision),
    settle: (userId: string) => change(userId, { settled: true }),
  };
};
