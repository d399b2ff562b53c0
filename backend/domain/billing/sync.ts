import { defaultLanguage } from '../../../src/contracts/language.ts';
import type { Database } from '../../db/database.ts';
import type { StripeSubscription } from '../../gateways/stripe-gateway.ts';
import {
  refundsRepository,
  shownDetails,
  stripeCustomersRepository,
  type StripeSubscriptionRow,
  stripeSubscriptionsRepository,
} from '../../store/billing.repository.ts';
import { type User, usersRepository } from '../../store/accounts.repository.ts';
import { deletedPlayers } from '../accounts/users.ts';
import { enqueue, type JobPayload } from '../jobs/jobs.ts';
import { tellNews } from './membership-mails.ts';
import { nextDiscount } from './offer.ts';
import { type BillingDependencies, duplicatesOf, isLive } from './subscription.ts';

/** The buyer of a subscription, as our checkout stored it at Stripe. */
type Buyer = { userId: string; playfabId: string | null };

/**
 * Returns the owner of a subscription, locked until the transaction ends. A paying user without a row, who did not
 * delete the account, signed up after the backup that was restored: the record is created again under its old id, so
 * that the next sign-in finds the subscription. An ended subscription creates no record, because its owner may have
 * left long ago.
 */
const findOwner = async (
  trx: Database,
  { userId, playfabId, pays }: Buyer & { pays: boolean },
  now: Date,
): Promise<User | 'left' | 'unknown'> => {
  const users = usersRepository(trx);
  const known = await users.lock(userId);
  if (known !== null) return known;
  const names = playfabId === null ? [userId] : [userId, playfabId];
  if ((await deletedPlayers(trx).without(names)).length < names.length) return 'left';
  if (playfabId === null) return 'unknown';
  const other = await users.ofPlayfabId(playfabId);
  if (other === null && !pays) return 'unknown';
  const lost = { id: userId, playfabId, language: defaultLanguage, createdAt: now };
  const { id } = other ?? (await users.record(lost)) ?? lost;
  return (await users.lock(id)) ?? 'unknown';
};

type Owned = StripeSubscription & { userId: string };

/** Returns exactly what is stored. Without a status a subscription does not belong to anyone yet. */
export const rowsOf = (subscriptions: readonly StripeSubscription[]): StripeSubscriptionRow[] =>
  subscriptions.flatMap((subscription) => {
    const { id, customerId, status, currentPeriodEnd, endsAt, endedAt, trialEnd, createdAt } = subscription;
    if (status === null) return [];
    const shown = shownDetails.parse({ ...subscription, discount: nextDiscount(subscription) });
    return [{ id, customerId, status, currentPeriodEnd, endsAt, endedAt, trialEnd, createdAt, ...shown }];
  });

/** Thrown when Stripe refuses a refund: the job is repeated, and the event alerts the operator. */
export class RefundRefused extends Error {
  override name = 'RefundRefused';
}

/**
 * Ends a subscription at once, and then refunds its payments; with `since` those that were taken later. The refunds are
 * stored until Stripe says that the money is back.
 * @returns what goes back, in the smallest unit; null if nothing does
 * @throws RefundRefused after it ended and every possible refund was made
 */
export const endAndRefund = async (
  { database, clock, stripe, events }: Pick<BillingDependencies, 'database' | 'clock' | 'stripe' | 'events'>,
  {
    id,
    customerId,
    userId,
    since = null,
  }: { id: string; customerId: string; userId: string | null; since?: Date | null },
): Promise<{ amount: number; currency: string } | null> => {
  await stripe.endNow(id, customerId);
  const { refunds, refused } = await stripe.refund(id, since);
  const owner = (userId && (await usersRepository(database).find(userId))?.id) ?? null;
  for (const { id: refund, payment, status } of refunds) {
    await refundsRepository(database).keep({ id: refund, userId: owner, payment, status }, clock.now());
  }
  if (refused !== null) {
    events.record({ kind: 'refund-refused', reason: refused });
    throw new RefundRefused(refused);
  }
  const [first] = refunds;
  return first === undefined
    ? null
    : { amount: refunds.reduce((sum, { amount }) => sum + amount, 0), currency: first.currency };
};

/**
 * Adds the job that ends and refunds a subscription: an ended one looks as if it was refunded, so the job remembers it.
 */
const endSecond = (trx: Database, payload: JobPayload<'cancel-duplicate'>): Promise<void> =>
  enqueue(trx, { kind: 'cancel-duplicate', payload, key: `duplicate:${payload.subscriptionId}` });

export type Sync = ReturnType<typeof createSync>;

/**
 * Creates the functions that copy Stripe's state into our rows. Events only name the customer to read, so their order,
 * repetition and delay do not matter: the read that began last decides, and each later change at Stripe causes another
 * event.
 */
export const createSync = (
  deps: Pick<
    BillingDependencies,
    'database' | 'clock' | 'stripe' | 'events' | 'publicUrl' | 'subscriptionsOf' | 'carryOutFound'
  >,
) => {
  const { database, clock, stripe, events, publicUrl, subscriptionsOf, carryOutFound } = deps;

  /** @returns false when the owner's account is being deleted or was deleted. */
  const apply = async (
    trx: Database,
    { customerId, buyer, read }: { customerId: string; buyer: Buyer; read: number },
    rows: readonly StripeSubscriptionRow[],
  ): Promise<boolean> => {
    const customers = stripeCustomersRepository(trx);
    // Runs one after the other, so that the second of two customers of the same person sees the rows of the first.
    const owner = await findOwner(trx, { ...buyer, pays: rows.some(isLive) }, clock.now());
    if (owner === 'left') return false;
    if (owner === 'unknown') return true;
    if (owner.deletionRequestedAt !== null) {
      // The notice mentions an ended subscription, regardless of who ended it.
      if (rows.some(isLive)) await usersRepository(trx).noteEndedSubscription(owner.id);
      if ((await customers.ownerOf(customerId)) === null) return false;
    }
    const known = await subscriptionsOf(trx, owner.id);
    if (!(await customers.applyRead(customerId, owner.id, read))) return true;
    await stripeSubscriptionsRepository(trx).replaceOf(customerId, rows, clock.now());
    const all = await subscriptionsOf(trx, owner.id);
    const duplicates = duplicatesOf(all, known);
    for (const subscriptionId of duplicates) await endSecond(trx, { subscriptionId, customerId, userId: owner.id });
    const isFound = all.some(
      (one) => one.movedIn && isLive(one) && !known.some(({ stripe: of }) => of?.id === one.stripe?.id),
    );
    if (isFound && all.filter(isLive).length > 1) events.record({ kind: 'second-membership' });
    const wanted = all.filter(({ stripe: sold }) => sold !== null && !duplicates.includes(sold.id));
    const now = stripe.atStripe(clock.now());
    const isUndoing = await carryOutFound(trx, owner.id, all);
    await tellNews(trx, owner.id, { known, all: wanted, now, isUndoing });
    return true;
  };

  /** Ends what was paid during the deletion of the account: no one could use it or end it. */
  const endOrphan = async (customerId: string, all: readonly StripeSubscription[], orphans: readonly Owned[]) => {
    for (const { id: subscriptionId, status, userId, movedIn } of orphans) {
      if (status === null || !isLive({ status })) continue;
      // What was paid before it moved in was used.
      if (movedIn) await stripe.endNow(subscriptionId, customerId);
      else await endSecond(database, { subscriptionId, customerId, userId });
    }
    if (all.length === orphans.length) await stripe.deleteCustomer(customerId);
  };

  const customer = async (customerId: string): Promise<void> => {
    const customers = stripeCustomersRepository(database);
    const read = await customers.nextRead();
    const all = await stripe.subscriptionsOf(customerId);
    const known = await customers.ownerOf(customerId);
    // Subscriptions in our rows stay ours when the portal moves to another address than the one that sold them.
    const sold = all
      .flatMap(({ userId, ...rest }): Owned[] => (userId === null ? [] : [{ ...rest, userId }]))
      .filter(({ portal, userId }) => portal === publicUrl || userId === known);
    const buyer = sold[0] ?? (known === null ? undefined : { userId: known, playfabId: null });
    // The subscription belongs to another business on the same Stripe account.
    if (buyer === undefined) return;
    const owned = sold.filter(({ userId }) => userId === buyer.userId);
    const isWanted = await database
      .transaction()
      .execute((trx) => apply(trx, { customerId, buyer, read }, rowsOf(owned)));
    if (!isWanted) await endOrphan(customerId, all, owned);
  };

  return {
    /** Reads one customer's subscriptions and stores the newest state. */
    customer,
    /** Reads all customers of a user at the same time. */
    customersOf: async (userId: string): Promise<void> => {
      await Promise.all((await stripeCustomersRepository(database).ofUser(userId)).map(customer));
    },
  };
};
