import { limits } from '../../../src/config/limits.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { type Checkout, type CheckoutOrder, StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import { type CheckoutRow, checkoutsRepository } from '../../store/checkouts.repository.ts';
import { type User, usersRepository } from '../../store/users.repository.ts';
import { Refusal } from '../refusal.ts';
import { randomId } from '../secrets.ts';
import { isUnavailable } from '../unavailable.ts';
import { discountOf } from './coupon.ts';
import { chooseSubscription, isBlocked, type KnownSubscription } from './known-subscription.ts';
import type { OpenCheckout, SettleCheckout } from './open-checkout.ts';
import { createReturnPages } from './return-pages.ts';
import type { BillingDependencies } from './settings.ts';
import type { Sync } from './sync.ts';

/** What somebody asks for; another language or coupon is another page. */
export type Wish = { userId: string; language: Language; coupon: string | null };
type Started = { attempt: string; user: User; had: KnownSubscription[] };

/** Two tabs at the same moment share one attempt; after a minute its answer was lost. */
const shared = 60_000;
const tries = 3;

const isSame = (wish: Wish, row: CheckoutRow): boolean => row.language === wish.language && row.coupon === wish.coupon;

export const createPurchase = (deps: BillingDependencies, { customersOf }: Sync, settle: SettleCheckout) => {
  const { database, clock, stripe, playfab, publicUrl, couponIds, subscriptionsOf } = deps;

  /** Ours to fill in, not ours to keep; without it the person types it. */
  const emailOf = async ({ playfabId }: User): Promise<string | null> => {
    try {
      return (await playfab.accountOf(playfabId))?.email ?? null;
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    }
  };

  const discountFor = ({ userId, coupon }: Wish) =>
    discountOf(coupon, {
      couponIds,
      isOneTooMany: async () => (await deps.limits.consume('coupon', { ip: '', person: userId })) !== null,
      promotionCode: stripe.promotionCode,
    });

  /**
   * Takes the attempt, under the user's lock, where a webhook can't come in between.
   * @returns the page's address when it is open already; null when another tab was faster with a page of its own.
   */
  const start = (wish: Wish, seen: OpenCheckout | null): Promise<Started | string | null> =>
    database.transaction().execute(async (trx) => {
      const { userId, language, coupon } = wish;
      const user = await usersRepository(trx).lock(userId);
      if (user === null || user.deletionRequestedAt !== null) throw new Refusal('TOKEN_EXPIRED');
      const had = await subscriptionsOf(trx, userId);
      if (isBlocked(had)) throw new Refusal('ALREADY_SUBSCRIBED');
      const checkouts = checkoutsRepository(trx);
      const now = clock.now();
      const row = await checkouts.ofUser(userId);
      if (row !== null && row.sessionId !== null) {
        if (row.sessionId !== seen?.page?.id) return null;
        if (isSame(wish, row)) return seen.page.url;
      } else if (row !== null && isSame(wish, row) && row.startedAt.getTime() > now.getTime() - shared) {
        return { attempt: row.attempt, user, had };
      }
      const attempt = randomId();
      await checkouts.start(userId, { attempt, language, coupon, startedAt: now });
      return { attempt, user, had };
    });

  const open = async (wish: Wish, { attempt, user, had }: Started, seen: OpenCheckout | null): Promise<Checkout> => {
    const [discount, email] = await Promise.all([
      discountFor(wish),
      emailOf(user),
      // If it is paid at this moment there will be two, and the second is undone.
      seen?.page ? stripe.expireCheckout(seen.page.id) : null,
    ]);
    const pages = createReturnPages(publicUrl, wish.language);
    const order: CheckoutOrder = {
      userId: wish.userId,
      playfabId: user.playfabId,
      language: wish.language,
      customerId: chooseSubscription(had.filter((one) => one.stripe !== null))?.stripe?.customerId ?? null,
      email,
      discount,
      trialDays: had.length === 0 ? limits.trialDays : null,
      successUrl: pages.paid,
      cancelUrl: pages.cancelled(wish.coupon),
      idempotencyKey: `purchase:${wish.userId}:${attempt}`,
    };
    // Nothing that we add to an order stops a purchase: not a coupon, an address, or a customer whom Stripe forgot.
    const undiscounted = { ...order, discount: null, idempotencyKey: `${order.idempotencyKey}:undiscounted` };
    const bare = { ...undiscounted, customerId: null, email: null, idempotencyKey: `${order.idempotencyKey}:bare` };
    for (const wanted of [order, undiscounted, bare]) {
      const checkout = await stripe.openCheckout(wanted);
      if (checkout !== null) return checkout;
    }
    throw new StripeUnavailable('checkout');
  };

  /** Keeps the page as the user's one, unless the account or the attempt is gone by now: then nobody may pay on it. */
  const keep = async ({ userId }: Wish, attempt: string, { id }: Checkout): Promise<boolean> => {
    const isKept = await database.transaction().execute(async (trx) => {
      const user = await usersRepository(trx).lock(userId);
      if (user === null || user.deletionRequestedAt !== null) return false;
      return checkoutsRepository(trx).opened(userId, attempt, id);
    });
    if (!isKept) await stripe.expireCheckout(id);
    return isKept;
  };

  const attempt = async (wish: Wish): Promise<string | null> => {
    // Before money is asked for, Stripe itself says what there is.
    const [seen] = await Promise.all([settle(wish.userId), customersOf(wish.userId)]);
    const started = await start(wish, seen);
    if (started === null || typeof started === 'string') return started;
    try {
      const checkout = await open(wish, started, seen);
      return (await keep(wish, started.attempt, checkout)) ? checkout.url : null;
    } catch (error) {
      // Stripe repeats a failure for the same key. A page that opened unknown to us is seen by nobody: its address was
      // never told. One that another tab opened by the same attempt stays.
      await checkoutsRepository(database).remove(wish.userId, { attempt: started.attempt, sessionId: null });
      throw error;
    }
  };

  /**
   * A payment page for this user: the one that is open, or a new one.
   * @throws Refusal ALREADY_SUBSCRIBED, wherever it was bought; TOKEN_EXPIRED for an account that is being deleted.
   */
  return async (wish: Wish): Promise<string> => {
    for (let count = 0; count < tries; count += 1) {
      const url = await attempt(wish);
      if (url !== null) return url;
    }
    throw new StripeUnavailable('checkout');
  };
};
