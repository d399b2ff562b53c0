import { type Insertable, sql, type UpdateObject } from 'kysely';
import type { DeclarationKind, CancelReason, MailedKind } from '../../src/contracts/calls/cancel.ts';
import { countRows, type Database, firstOf, insertMissing, nextOf } from '../db/database.ts';
import type { Row, Tables } from '../db/tables.ts';

const columns = [
  'id',
  'kind',
  'userId',
  'email',
  'language',
  'declaredAt',
  'declaredAtStripe',
  'repeatedAtStripe',
  'confirmed',
  'carriedAt',
  'linkLastDay',
] as const;
export type AnyDeclaration = Row<'declarations', typeof columns>;
/** A declaration about the contract. */
export type StoredDeclaration = AnyDeclaration & { kind: DeclarationKind | 'undo' };

/** The record of what was declared, and when. */
export const declarationsRepository = (database: Database) => {
  const one = (column: 'id' | 'tokenHash', value: string): Promise<AnyDeclaration | null> =>
    firstOf(database.selectFrom('declarations').select(columns).where(column, '=', value));
  /** Returns what was confirmed about the contract, in the order of the confirmations. */
  const confirmedBy = (column: 'userId' | 'email', value: string): Promise<StoredDeclaration[]> =>
    database
      .selectFrom('declarations')
      .select(columns)
      .where(column, '=', value)
      .where('confirmed', 'is not', null)
      .where('kind', '<>', 'deletion')
      .$narrowType<{ kind: DeclarationKind | 'undo' }>()
      .orderBy('confirmed')
      .execute();
  const change = (id: string, to: UpdateObject<Tables, 'declarations'>) =>
    database.updateTable('declarations').set(to).where('id', '=', id);

  return {
    /** Returns the number of a confirmation, larger than every earlier one of the same account. */
    nextConfirmation: (): Promise<number> => nextOf(database, 'confirmations'),

    add: (made: Insertable<Tables['declarations']>): Promise<unknown> =>
      database.insertInto('declarations').values(made).execute(),

    find: (id: string) => one('id', id),
    ofLink: (tokenHash: string) => one('tokenHash', tokenHash),

    /** Returns the unconfirmed declaration of an address since a time, if there is one. */
    waitingOf: (email: string, kind: MailedKind, since: Date): Promise<AnyDeclaration | null> =>
      firstOf(
        database
          .selectFrom('declarations')
          .select(columns)
          .where('email', '=', email)
          .where('kind', '=', kind)
          .where('confirmed', 'is', null)
          .where('declaredAt', '>', since)
          .orderBy('declaredAt'),
      ),

    /** Makes declarations of the same address wait for each other until the transaction ends. */
    lockAddress: (email: string): Promise<unknown> =>
      sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(database),

    ofUser: (userId: string) => confirmedBy('userId', userId),
    /** Returns how the owner of an address ended the contract before its account was found. */
    confirmedOf: (email: string) => confirmedBy('email', email),

    /** Lets a declaration concern what has begun until this moment of Stripe's clock. */
    repeat: (id: string, repeatedAtStripe: Date): Promise<unknown> => change(id, { repeatedAtStripe }).execute(),

    /** Records that declarations are carried out. */
    settle: async (declarations: readonly { id: string }[], carriedAt: Date): Promise<void> => {
      const ids = declarations.map(({ id }) => id);
      if (ids.length > 0)
        await database.updateTable('declarations').set({ carriedAt }).where('id', 'in', ids).execute();
    },

    /** Records that the owner of the address used the link. @returns false when it was used before. */
    confirm: async (id: string, confirmed: number, deleteAt: Date): Promise<boolean> =>
      (await countRows(change(id, { confirmed, deleteAt }).where('confirmed', 'is', null))) === 1,

    /** Gives a visitor's declaration to the account of the address, which is not needed any more. */
    assign: (id: string, userId: string): Promise<unknown> => change(id, { userId, email: null }).execute(),

    /** Forgets the address of a visitor whose declaration is carried out. The records name the subscription. */
    forgetAddress: (id: string): Promise<unknown> => change(id, { email: null }).execute(),

    /** @returns false for an unknown or unconfirmed declaration. */
    giveReason: async (id: string, reason: CancelReason): Promise<boolean> =>
      (await countRows(change(id, { reason }).where('confirmed', 'is not', null))) === 1,

    remove: (id: string): Promise<unknown> => database.deleteFrom('declarations').where('id', '=', id).execute(),

    /** Removes the declarations of visitors who typed this address. */
    removeOfAddress: (email: string): Promise<unknown> =>
      database.deleteFrom('declarations').where('email', '=', email).execute(),
  };
};

/** What was carried out of a declaration about a subscription. */
export type CarriedRow = Tables['carried'];

export const carriedRepository = (database: Database) => ({
  ofUser: (userId: string): Promise<CarriedRow[]> =>
    database
      .selectFrom('carried')
      .innerJoin('declarations', 'declarations.id', 'declarationId')
      .selectAll('carried')
      .where('userId', '=', userId)
      .execute(),

  /** Returns what was carried out about subscriptions, for whomever. */
  about: async (subscriptionIds: string[]): Promise<CarriedRow[]> =>
    subscriptionIds.length === 0
      ? []
      : database.selectFrom('carried').selectAll().where('subscriptionId', 'in', subscriptionIds).execute(),

  add: async (rows: CarriedRow[]): Promise<void> => {
    if (rows.length > 0) await insertMissing(database, 'carried', rows).execute();
  },
});
