import { day, hour } from '../../../src/lib/time.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  checkoutsRepository,
  refundsRepository,
  stripeCustomersRepository,
  stripeSubscriptionsRepository,
} from '../../store/billing.repository.ts';
import { enqueue, type Job, type JobPayload } from '../jobs/jobs.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { addTell, createTellOwner, tellDates } from './membership-mails.ts';
import { endOfElsewhere, isChargedElsewhere } from './move-in.ts';
import type { SettleCheckout } from './purchase.ts';
import { type BillingDependencies, duplicatesOf, isLive } from './subscription.ts';
import { endAndRefund, RefundRefused, rowsOf, type Sync } from './sync.ts';

type BillingJobs = Pick<
  JobHandlers,
  | 'sync-customer'
  | 'sync-all'
  | 'sync-refund'
  | 'settle-checkout'
  | 'cancel-duplicate'
  | 'check-purchase'
  | 'tell-owner'
>;

/** Creates the job handlers of billing. Each may run any number of times, and is retried during an outage of Stripe. */
export const createBillingJobs = (deps: BillingDependencies, sync: Sync, settle: SettleCheckout): BillingJobs => {
  const { database, clock, stripe, events, publicUrl, subscriptionsOf } = deps;

  /** Ends and refunds a second subscription, and mails the owner why. */
  const undoSecond = async (
    { subscriptionId, customerId, userId }: JobPayload<'cancel-duplicate'>,
    elsewhere: boolean,
  ): Promise<void> => {
    await endAndRefund(deps, { id: subscriptionId, customerId, userId });
    await sync.customersOf(userId);
    await addTell(database, { userId, subscriptionId, template: 'duplicate-subscription', elsewhere });
  };

  return {
    'sync-customer': ({ customerId }) => sync.customer(customerId),
    // Reads a page of the live subscriptions, which one job does, so that a retry repeats little. A page only says
    // which customers differ from our rows; a live row that no page had is read alone.
    'sync-all': async ({ after, since = clock.now().toISOString() }) => {
      const rows = stripeSubscriptionsRepository(database);
      const { subscriptions, last } = await stripe.liveSubscriptions(after);
      const known = new Map((await rows.some(subscriptions.map(({ id }) => id))).map((row) => [row.id, row]));
      const same: string[] = [];
      const differing: string[] = [];
      for (const listed of subscriptions) {
        const row = known.get(listed.id);
        if (row !== undefined && isDeepStrictEqual(rowsOf([{ ...listed, next: row.next }])[0], row)) same.push(row.id);
        else if (row !== undefined || listed.portal === publicUrl) differing.push(listed.customerId);
      }
      await rows.markChecked(same, clock.now());
      const missing = last === null ? await rows.liveCustomers('checkedAt', new Date(since)) : [];
      for (const customerId of new Set([...differing, ...missing])) {
        await enqueue(database, { kind: 'sync-customer', payload: { customerId }, key: `all:${since}:${customerId}` });
      }
      if (last === null) return;
      await enqueue(database, { kind: 'sync-all', payload: { after: last, since }, key: `all:${since}:${last}` });
    },
    'sync-refund': async ({ refundId }) => {
      const refunds = refundsRepository(database);
      const row = await refunds.find(refundId);
      const refund = row === null ? null : await stripe.refundOf(refundId);
      if (row === null || refund === null) return;
      await refunds.keep({ ...row, status: refund.status }, clock.now());
      if (refund.status === 'succeeded') await refunds.forget(refundId);
      if (refund.status !== 'failed' || row.payment === null) return;
      // The money is at Stripe again, so the parent still gets it back.
      const again = await stripe.refundPayment(row.payment);
      if (typeof again === 'string') {
        events.record({ kind: 'refund-refused', reason: again });
        throw new RefundRefused(again);
      }
      for (const { id, status } of again) await refunds.keep({ ...row, id, status }, clock.now());
    },
    'settle-checkout': async ({ userId }) => {
      await settle(userId);
    },
    'cancel-duplicate': async ({ subscriptionId, customerId, userId }) => {
      await sync.customersOf(userId);
      const all = await subscriptionsOf(database, userId);
      const second = all.find((one) => one.stripe?.id === subscriptionId);
      // The other subscription may have ended since, so this one is no longer a duplicate. A subscription that is over
      // was ended by an earlier try.
      if (second !== undefined && isLive(second) && !duplicatesOf(all, []).includes(subscriptionId)) return;
      await undoSecond({ subscriptionId, customerId, userId }, false);
    },
    // A parent of the earlier system may not know that the own membership can move in.
    'check-purchase': async ({ again = false, ...bought }) => {
      const address = await stripe.addressOf(bought.customerId);
      const found = address === null ? [] : await stripe.membershipsOfAddress(address);
      const { userId, subscriptionId } = bought;
      if (found.some(isChargedElsewhere)) {
        if (!again) return undoSecond(bought, true);
        // What was bought here goes on beside it. Neither is ended.
        await sync.customersOf(userId);
        const here = (await subscriptionsOf(database, userId)).find((one) => one.stripe?.id === subscriptionId);
        if (here !== undefined && isLive(here)) events.record({ kind: 'second-membership' });
        return;
      }
      if (!again) await addTell(database, { userId, subscriptionId, template: 'welcome' });
      if (endOfElsewhere(found) === null) return;
      // While it runs, its owner may take its cancellation back where it began.
      const tomorrow = new Date(clock.now().getTime() + day);
      const key = `purchase:${subscriptionId}:${tomorrow.toISOString().slice(0, 10)}`;
      await enqueue(database, { kind: 'check-purchase', payload: { ...bought, again: true }, key }, tomorrow);
    },
    'tell-owner': createTellOwner(deps, sync.customersOf),
  };
};

/**
 * Creates the hourly reconciliation, which finds what a lost webhook missed. It rereads subscriptions whose period
 * ended more than an hour ago, and checks payment pages from which no one returned. Once a day it compares every live
 * subscription with Stripe, and reads the refunds that may still fail. It also adds the mails that are due. Several
 * servers create the same job, once an hour.
 */
export const createReconcile =
  ({ database, clock, stripe, wake }: BillingDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    const before = new Date(now.getTime() - hour);
    const add = (job: Job): Promise<void> => enqueue(database, job);
    const thisHour = now.toISOString().slice(0, 13);
    for (const customerId of await stripeSubscriptionsRepository(database).liveCustomers('currentPeriodEnd', before)) {
      await add({ kind: 'sync-customer', payload: { customerId }, key: `overdue:${customerId}:${thisHour}` });
    }
    for (const userId of await checkoutsRepository(database).usersOpenedBefore(before)) {
      await add({ kind: 'settle-checkout', payload: { userId }, key: `checkout:${userId}:${thisHour}` });
    }
    const today = thisHour.slice(0, 10);
    await add({ kind: 'sync-all', payload: {}, key: `sync-all:${today}` });
    for (const refundId of await refundsRepository(database).openSince(new Date(now.getTime() - 30 * day))) {
      await add({ kind: 'sync-refund', payload: { refundId }, key: `refund:${refundId}:${today}` });
    }
    await tellDates(database, stripe.atStripe(now));
    wake();
  };

/**
 * Creates the two steps by which a deleted account leaves Stripe. Call them after the deletion was recorded, because no
 * payment page is opened from then on. They can be repeated: finished steps are skipped, and our rows stay until those
 * of the user are deleted.
 * @throws StripeUnavailable; then call it again.
 */
export const createForget = (deps: BillingDependencies, sync: Sync, settle: SettleCheckout) => ({
  /** Lets no page be paid any more, ends every subscription now, and refunds what was taken after the request. */
  end: async (userId: string, requestedAt: Date): Promise<void> => {
    const { database, stripe, subscriptionsOf } = deps;
    const sessionId = (await checkoutsRepository(database).ofUser(userId))?.sessionId ?? null;
    if (sessionId !== null) await stripe.expireCheckout(sessionId);
    // Includes what was paid during the deletion. What is about to end is recorded, because the notice mentions it.
    await settle(userId);
    await sync.customersOf(userId);
    const since = stripe.atStripe(requestedAt);
    for (const one of await subscriptionsOf(database, userId)) {
      const isOver = !isLive(one) && (one.endedAt === null || one.endedAt < since);
      if (one.stripe !== null && !isOver) await endAndRefund(deps, { ...one.stripe, userId, since });
    }
    await sync.customersOf(userId);
  },
  /** Deletes the customers. */
  forget: async (userId: string): Promise<void> => {
    for (const customer of await stripeCustomersRepository(deps.database).ofUser(userId)) {
      await deps.stripe.deleteCustomer(customer);
    }
  },
});
