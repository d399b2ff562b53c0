import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { nextMoment } from '../lifecycle/next-moment.ts';
import type { StripeTables, SubscriptionsTable } from '../schema.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;
type Trx = Kysely<StripeTables>;

/** Stores the time of the subscription's next scheduled change. Every change of a subscription calls it. */
const withDueAt = async (trx: Trx, row: SubscriptionRow): Promise<SubscriptionRow> => {
  const dueAt = nextMoment(row)?.at ?? null;
  await trx.updateTable('stripe_simulator.subscriptions').set({ due_at: dueAt }).where('id', '=', row.id).execute();
  return { ...row, due_at: dueAt };
};

export const addSubscription = async (
  trx: Trx,
  subscription: Insertable<SubscriptionsTable>,
): Promise<SubscriptionRow> =>
  withDueAt(
    trx,
    await trx
      .insertInto('stripe_simulator.subscriptions')
      .values(subscription)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const updateSubscription = async (
  trx: Trx,
  id: string,
  change: Updateable<SubscriptionsTable>,
): Promise<SubscriptionRow> =>
  withDueAt(
    trx,
    await trx
      .updateTable('stripe_simulator.subscriptions')
      .set(change)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const findSubscription = (trx: Trx, id: string): Promise<SubscriptionRow | undefined> =>
  trx.selectFrom('stripe_simulator.subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the newest subscriptions first. */
export const listSubscriptions = (trx: Trx, customer?: string): Promise<SubscriptionRow[]> => {
  const all = trx.selectFrom('stripe_simulator.subscriptions').selectAll();
  return (customer === undefined ? all : all.where('customer', '=', customer)).orderBy('seq', 'desc').execute();
};

export const firstDue = (trx: Trx, now: Date): Promise<SubscriptionRow | undefined> =>
  trx
    .selectFrom('stripe_simulator.subscriptions')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();

const redeemedBy = async (trx: Trx, column: 'coupon' | 'promotion_code', id: string): Promise<number> => {
  const { count } = await trx
    .selectFrom('stripe_simulator.subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const timesCouponRedeemed = (trx: Trx, id: string): Promise<number> => redeemedBy(trx, 'coupon', id);
export const timesPromotionRedeemed = (trx: Trx, id: string): Promise<number> => redeemedBy(trx, 'promotion_code', id);
