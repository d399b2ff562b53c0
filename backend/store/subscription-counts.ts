import { sql } from 'kysely';
import type { Store, SubscriptionStatus } from '../../src/contracts/subscription.ts';
import type { Database } from '../db/database.ts';

export type SubscriptionCount = { store: Store; status: SubscriptionStatus; count: number };

/** Counts all subscriptions. It reads both tables, which takes time with many rows. */
export const countSubscriptions = async (database: Database): Promise<SubscriptionCount[]> => {
  const { rows } = await sql<SubscriptionCount>`
    select 'stripe' as store, status, count(*) as count from stripe_subscriptions group by status
    union all
    select store, status, count(*) from store_subscriptions where member_until > now() group by store, status
  `.execute(database);
  return rows;
};
