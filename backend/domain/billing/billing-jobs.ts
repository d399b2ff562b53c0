import { hour } from '../../../src/lib/time.ts';
import type { StripeSubscription } from '../../gateways/stripe-gateway.ts';
import {
  checkoutsRepository,
  stripeCustomersRepository,
  stripeSubscriptionsRepository,
} from '../../store/billing.repository.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { createTellOwner } from './membership-mails.ts';
import type { SettleCheckout } from './purchase.ts';
import { type BillingDependencies, duplicatesOf, isLive } from './subscription.ts';
import { endAndRefund, type Sync } from './sync.ts';

/** How many subscriptions of all one job reads: one page of Stripe's list, so that a retry repeats little. */
const share = 100;

type BillingJobs = Pick<
  JobHandlers,
  'sync-customer' | 'sync-all' | 'settle-checkout' | 'cancel-duplicate' | 'tell-owner'
>;

/** Creates the job handlers of billing. Each may run any number of times, and is retried during an outage of Stripe. */
export const createBillingJobs = (deps: BillingDependencies, sync: Sync, settle: SettleCheckout): BillingJobs => {
  const { database, stripe, subscriptionsOf } = deps;

  const cancelDuplicate: BillingJobs['cancel-duplicate'] = async ({ subscriptionId, userId }) => {
    await sync.customersOf(userId);
    const all = await subscriptionsOf(database, userId);
    const second = all.find((one) => one.stripe?.id === subscriptionId);
    // The other subscription may have ended since, so this one is no longer a duplicate. A subscription that is over
    // was ended by an earlier try.
    if (second !== undefined && isLive(second) && !duplicatesOf(all, []).includes(subscriptionId)) return;
    await endAndRefund(deps, [subscriptionId]);
    await sync.customersOf(userId);
    const payload = { userId, subscriptionId, template: 'duplicate-subscription' } as const;
    await enqueue(database, { kind: 'tell-owner', payload, key: `tell:duplicate:${subscriptionId}` });
  };

  return {
    'sync-customer': ({ customerId }) => sync.customer(customerId),
    'sync-all': async ({ after }, { id: job }) => {
      const read: StripeSubscription[] = [];
      for await (const subscription of stripe.allSubscriptions(after)) {
        if (read.push(subscription) === share) break;
      }
      const sold = read.filter(({ portal }) => portal !== null);
      for (const customerId of new Set(sold.map((one) => one.customerId))) {
        await enqueue(database, {
          kind: 'sync-customer',
          payload: { customerId },
          key: `sync-all:${job}:${customerId}`,
        });
      }
      const last = read[share - 1];
      if (last !== undefined) {
        await enqueue(database, { kind: 'sync-all', payload: { after: last.id }, key: `sync-all:${job}` });
      }
    },
    'settle-checkout': async ({ userId }) => {
      await settle(userId);
    },
    'cancel-duplicate': cancelDuplicate,
    'tell-owner': createTellOwner(deps),
  };
};

/**
 * Creates the hourly reconciliation, which finds what a lost webhook missed. It rereads subscriptions whose period
 * ended more than an hour ago, and checks payment pages from which no one returned. Several servers create the same
 * job, once an hour.
 */
export const createReconcile =
  ({ database, clock, wake }: BillingDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    const before = new Date(now.getTime() - hour);
    const thisHour = now.toISOString().slice(0, 13);
    for (const customerId of await stripeSubscriptionsRepository(database).customersOverdue(before)) {
      await enqueue(database, {
        kind: 'sync-customer',
        payload: { customerId },
        key: `overdue:${customerId}:${thisHour}`,
      });
    }
    for (const userId of await checkoutsRepository(database).usersOpenedBefore(before)) {
      await enqueue(database, { kind: 'settle-checkout', payload: { userId }, key: `checkout:${userId}:${thisHour}` });
    }
    wake();
  };

/**
 * Creates the two steps by which a deleted account leaves Stripe. Call them after the deletion was recorded, because no
 * payment page is opened from then on. They can be repeated: finished steps are skipped, and our rows stay until those of
 * the user are deleted.
 * @throws StripeUnavailable; then call it again.
 */
export const createForget = (
  { database, stripe, subscriptionsOf }: BillingDependencies,
  sync: Sync,
  settle: SettleCheckout,
) => ({
  /** Lets no page be paid any more, and ends every subscription now. */
  end: async (userId: string): Promise<void> => {
    const sessionId = (await checkoutsRepository(database).ofUser(userId))?.sessionId ?? null;
    if (sessionId !== null) await stripe.expireCheckout(sessionId);
    // Includes what was paid during the deletion. What is about to end is recorded, because the notice mentions it.
    await settle(userId);
    await sync.customersOf(userId);
    for (const one of await subscriptionsOf(database, userId)) {
      if (one.stripe !== null && isLive(one)) await stripe.endNow(one.stripe.id);
    }
  },
  /** Deletes the customers. */
  forget: async (userId: string): Promise<void> => {
    for (const customer of await stripeCustomersRepository(database).ofUser(userId)) {
      await stripe.deleteCustomer(customer);
    }
  },
});
