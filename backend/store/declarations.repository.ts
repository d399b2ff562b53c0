import type { DeclarationKind, DeclarationState, LeavingReason } from '../../src/contracts/declaration.ts';
import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';
import type { DeclarationOutcome } from '../db/declaration-tables.ts';

export type StoredDeclaration = {
  id: string;
  kind: DeclarationKind;
  state: DeclarationState;
  userId: string | null;
  email: string | null;
  language: Language;
  declaredAt: Date;
  outcome: DeclarationOutcome | null;
  /** The ids at Stripe; null until it is decided what to do. */
  subscriptions: string[] | null;
  /** When the membership ends; null when it is not known or ended at once. */
  endsAt: Date | null;
};
export type NewDeclaration = Pick<StoredDeclaration, 'id' | 'kind' | 'language' | 'declaredAt'> & { deleteAt: Date } & (
    | { state: 'confirmed'; userId: string }
    | { state: 'mailed'; email: string; tokenHash: string; linkExpiresAt: Date }
  );
export type DeclarationDecision = { outcome: DeclarationOutcome; subscriptions: string[]; endsAt: Date | null };

const columns = [
  'id',
  'kind',
  'state',
  'user_id as userId',
  'email',
  'language',
  'declared_at as declaredAt',
  'outcome',
  'subscriptions',
  'ends_at as endsAt',
] as const;

export const declarationsRepository = (database: Database) => ({
  add: async (made: NewDeclaration): Promise<void> => {
    const { id, kind, state, language, declaredAt, deleteAt } = made;
    await database
      .insertInto('declarations')
      .values({
        id,
        kind,
        state,
        language,
        declared_at: declaredAt,
        delete_at: deleteAt,
        ...(made.state === 'confirmed'
          ? { user_id: made.userId }
          : { email: made.email, token_hash: made.tokenHash, link_expires_at: made.linkExpiresAt }),
      })
      .execute();
  },

  find: async (id: string): Promise<StoredDeclaration | null> =>
    (await database.selectFrom('declarations').select(columns).where('id', '=', id).executeTakeFirst()) ?? null,

  /** Locks the row until the transaction ends. */
  lock: async (id: string): Promise<StoredDeclaration | null> =>
    (await database.selectFrom('declarations').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) ??
    null,

  ofLink: async (tokenHash: string, now: Date): Promise<StoredDeclaration | null> => {
    const found = await database
      .selectFrom('declarations')
      .select(columns)
      .where('token_hash', '=', tokenHash)
      .where('link_expires_at', '>', now)
      .executeTakeFirst();
    return found ?? null;
  },

  /** Returns a user's declarations, the newest first. */
  ofUser: (userId: string): Promise<StoredDeclaration[]> =>
    database
      .selectFrom('declarations')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy('entered', 'desc')
      .execute(),

  /** Records that the owner of the address used the link. @returns false when it was used before. */
  confirm: async (id: string, deleteAt: Date): Promise<boolean> => {
    const { numUpdatedRows } = await database
      .updateTable('declarations')
      .set({ state: 'confirmed', delete_at: deleteAt })
      .where('id', '=', id)
      .where('state', '=', 'mailed')
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  /** Gives a visitor's declaration to the account of the address, which is not needed any more. */
  assign: async (id: string, userId: string): Promise<void> => {
    await database.updateTable('declarations').set({ user_id: userId, email: null }).where('id', '=', id).execute();
  },

  decide: async (id: string, { outcome, subscriptions, endsAt }: DeclarationDecision): Promise<void> => {
    await database
      .updateTable('declarations')
      .set({ outcome, subscriptions, ends_at: endsAt })
      .where('id', '=', id)
      .execute();
  },

  changeState: async (id: string, state: 'done' | 'undone'): Promise<void> => {
    await database.updateTable('declarations').set({ state }).where('id', '=', id).execute();
  },

  /** @returns false for an unknown or unconfirmed declaration. */
  giveReason: async (id: string, reason: LeavingReason): Promise<boolean> => {
    const { numUpdatedRows } = await database
      .updateTable('declarations')
      .set({ reason })
      .where('id', '=', id)
      .where('state', '<>', 'mailed')
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
});
