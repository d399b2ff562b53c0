import type { Kysely, Selectable } from 'kysely';
import { newId } from '../ids.ts';
import type { RefundsTable, StripeTables } from '../schema.ts';

export type RefundRow = Selectable<RefundsTable>;
type Trx = Kysely<StripeTables>;

export const addRefund = (trx: Trx, refund: Omit<RefundRow, 'id' | 'seq'>): Promise<RefundRow> =>
  trx
    .insertInto('stripe_simulator.refunds')
    .values({ ...refund, id: newId('re'), metadata: JSON.stringify(refund.metadata) })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findRefund = (trx: Trx, id: string): Promise<RefundRow | undefined> =>
  trx.selectFrom('stripe_simulator.refunds').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the newest refunds first. */
export const listRefunds = (trx: Trx, paymentIntent: string | undefined): Promise<RefundRow[]> => {
  const all = trx.selectFrom('stripe_simulator.refunds').selectAll();
  const wanted = paymentIntent === undefined ? all : all.where('payment_intent', '=', paymentIntent);
  return wanted.orderBy('seq', 'desc').execute();
};
