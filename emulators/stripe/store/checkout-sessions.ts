import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { CheckoutSessionsTable, StripeTables } from '../schema.ts';

export type CheckoutSessionRow = Selectable<CheckoutSessionsTable>;
type Trx = Kysely<StripeTables>;

export const addCheckoutSession = (trx: Trx, session: Insertable<CheckoutSessionsTable>): Promise<CheckoutSessionRow> =>
  trx.insertInto('stripe_simulator.checkout_sessions').values(session).returningAll().executeTakeFirstOrThrow();

export const findCheckoutSession = (trx: Trx, id: string): Promise<CheckoutSessionRow | undefined> =>
  trx.selectFrom('stripe_simulator.checkout_sessions').selectAll().where('id', '=', id).executeTakeFirst();

export const listCheckoutSessions = (trx: Trx): Promise<CheckoutSessionRow[]> =>
  trx.selectFrom('stripe_simulator.checkout_sessions').selectAll().orderBy('seq', 'desc').execute();

export const updateCheckoutSession = (
  trx: Trx,
  id: string,
  change: Updateable<CheckoutSessionsTable>,
): Promise<CheckoutSessionRow> =>
  trx
    .updateTable('stripe_simulator.checkout_sessions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns the open session that expired first, or undefined if none has expired. */
export const firstExpired = (trx: Trx, now: Date): Promise<CheckoutSessionRow | undefined> =>
  trx
    .selectFrom('stripe_simulator.checkout_sessions')
    .selectAll()
    .where('status', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
