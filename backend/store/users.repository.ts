import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';

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
export type NewUser = { id: string; playfabId: string; language: Language; createdAt: Date };

const columns = [
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

export const usersRepository = (database: Database) => ({
  /** Creates the record, or updates its language. Returns null for an account that is being deleted. */
  record: async (user: NewUser): Promise<User | null> => {
    const row = await database
      .insertInto('users')
      .values({
        id: user.id,
        playfab_id: user.playfabId,
        language: user.language,
        created_at: user.createdAt,
      })
      .onConflict((conflict) =>
        conflict
          .column('playfab_id')
          .doUpdateSet({ language: user.language })
          .where('users.deletion_requested_at', 'is', null),
      )
      .returning(columns)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Locks the row until the transaction ends, so that changes of a user's sessions run one after the other. */
  lock: async (id: string): Promise<User | null> => {
    const row = await database.selectFrom('users').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
    return row ?? null;
  },

  /** Records the first sign-in. */
  open: async (id: string, openedAt: Date): Promise<void> => {
    await database.updateTable('users').set({ opened_at: openedAt }).where('id', '=', id).execute();
  },

  find: async (id: string): Promise<User | null> => {
    const row = await database.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
    return row ?? null;
  },

  ofPlayfabId: async (playfabId: string): Promise<User | null> => {
    const row = await database
      .selectFrom('users')
      .select(columns)
      .where('playfab_id', '=', playfabId)
      .executeTakeFirst();
    return row ?? null;
  },

  recordReset: async (id: string, passwordResetAt: Date | null, signInCodeHash: string | null): Promise<void> => {
    await database
      .updateTable('users')
      .set({ password_reset_at: passwordResetAt, sign_in_code_hash: signInCodeHash })
      .where('id', '=', id)
      .execute();
  },

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

  noteEndedSubscription: async (id: string): Promise<void> => {
    await database.updateTable('users').set({ deletion_ended_subscription: true }).where('id', '=', id).execute();
  },

  keepAddressForNotice: async (id: string, email: string): Promise<void> => {
    await database.updateTable('users').set({ deletion_email: email }).where('id', '=', id).execute();
  },

  remove: async (id: string): Promise<void> => {
    await database.deleteFrom('users').where('id', '=', id).execute();
  },
});
