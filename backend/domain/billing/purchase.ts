import { limits } from '../../../src/config/limits.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { type Checkout, type CheckoutOrder, StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import { type CheckoutRow, checkoutsRepository } from '../../store/checkouts.repository.ts';
import { type User, usersRepository } from '../../store/users.repository.ts';
import { Refusal } from '../refusal.ts';
import { randomId } from '../secrets.ts';
import { isUnavailable } from '../unavailable.ts';
import { createGuessCount, discountOf } from './coupon.ts';
import { chooseSubscription, isBlocked, type KnownSubscription } from './known-subscription.ts';
import type { OpenCheckout, SettleCheckout } from './open-checkout.ts';
import { createOnePageAtATime } from './one-page-at-a-time.ts';
import { createReturnPages } from './return-pages.ts';
import type { BillingDependencies } from './dependencies.ts';
import type { Sync } from './sync.ts';
import { minute } from '../../../src/lib/durations.ts';

/** The options of a purchase; another language or coupon requires another page. */
export type PurchaseRequest = { userId: string; language: Language; coupon: string | null };
type Started = { attempt: string; user: User; had: KnownSubscription[] };

/** Milliseconds in which two tabs share one attempt. After that, the answer of the attempt counts as lost. */
const shared = minute;
const tries = 3;

type Page = Pick<CheckoutRow, 'language' | 'coupon'>;
const isSame = (one: Page, other: Page): boolean => one.language === other.language && one.coupon === other.coupon;

export const createPurchase = (deps: BillingDependencies, { customersOf }: Sync, settle: SettleCheckout) => {
  const { database, clock, stripe, playfab, publicUrl, couponIds, subscriptionsOf } = deps;

  /** Returns the email address to fill in on the page. We do not store it; without it the person types it. */
  const emailOf = async ({ playfabId }: User): Promise<string | null> => {
    try {
      return (await playfab.accountOf(playfabId))?.email ?? null;
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    }
  };

  const discountFor = ({ userId, coupon }: PurchaseRequest) =>
    discountOf(coupon, {
      couponIds,
      isOneTooMany: createGuessCount(deps.limits, userId),
      promotionCode: stripe.promotionCode,
    });

  /**
   * Starts an attempt under the user's lock, so that no webhook can interfere.
   * @returns the page's address when it is already open; null when another tab opened a different page first.
   */
  const start = (request: PurchaseRequest, seen: OpenCheckout | null): Promise<Started | string | null> =>
    database.transaction().execute(async (trx) => {
      const { userId, language, coupon } = request;
      const user = await usersRepository(trx).lock(userId);
      if (user === null || user.deletionRequestedAt !== null) throw new Refusal('TOKEN_EXPIRED');
      const had = await subscriptionsOf(trx, userId);
      if (isBlocked(had)) throw new Refusal('ALREADY_SUBSCRIBED');
      const checkouts = checkoutsRepository(trx);
      const now = clock.now();
      const row = await checkouts.ofUser(userId);
      if (row !== null && row.sessionId !== null) {
        if (row.sessionId !== seen?.page?.id) return null;
        if (isSame(request, row)) return seen.page.url;
      } else if (row !== null && isSame(request, row) && row.startedAt.getTime() > now.getTime() - shared) {
        return { attempt: row.attempt, user, had };
      }
      const attempt = randomId();
      await checkouts.start(userId, { attempt, language, coupon, startedAt: now });
      return { attempt, user, had };
    });

  const open = async (
    request: PurchaseRequest,
    { attempt, user, had }: Started,
    seen: OpenCheckout | null,
  ): Promise<Checkout> => {
    const [discount, email] = await Promise.all([
      discountFor(request),
      emailOf(user),
      // If the page is paid at this moment there will be two subscriptions, and the second is undone.
      seen?.page ? stripe.expireCheckout(seen.page.id) : null,
    ]);
    if (request.coupon !== null && discount !== null) {
      await usersRepository(database).keepCoupon(request.userId, request.coupon, { replaces: true });
    }
    const pages = createReturnPages(publicUrl, request.language);
    const order: CheckoutOrder = {
      userId: request.userId,
      playfabId: user.playfabId,
      language: request.language,
      // Nothing in `had` blocks this purchase, so all are equal and one from Stripe comes first.
      customerId: chooseSubscription(had)?.stripe?.customerId ?? null,
      email,
      discount,
      trialDays: had.length === 0 ? limits.trialDays : null,
      successUrl: pages.paid,
      cancelUrl: pages.cancelled(request.coupon),
      idempotencyKey: `purchase:${request.userId}:${attempt}`,
    };
    // Nothing that we add to an order may stop a purchase: a coupon, an email address, or a customer who was deleted at
    // Stripe.
    const undiscounted = { ...order, discount: null, idempotencyKey: `${order.idempotencyKey}:undiscounted` };
    const bare = { ...undiscounted, customerId: null, email: null, idempotencyKey: `${order.idempotencyKey}:bare` };
    for (const wanted of [order, undiscounted, bare]) {
      const checkout = await stripe.openCheckout(wanted);
      if (checkout !== null) return checkout;
    }
    throw new StripeUnavailable('checkout');
  };

  /**
   * Stores the page as the user's only one. If the account or the attempt no longer exists, the page is closed, so that
   * no one can pay on it.
   */
  const keep = async ({ userId }: PurchaseRequest, attempt: string, { id }: Checkout): Promise<boolean> => {
    const isKept = await database.transaction().execute(async (trx) => {
      const user = await usersRepository(trx).lock(userId);
      if (user === null || user.deletionRequestedAt !== null) return false;
      return checkoutsRepository(trx).opened(userId, attempt, id);
    });
    if (!isKept) await stripe.expireCheckout(id);
    return isKept;
  };

  const attempt = async (request: PurchaseRequest): Promise<string | null> => {
    // Reads the current state from Stripe before asking for money.
    const [seen] = await Promise.all([settle(request.userId), customersOf(request.userId)]);
    const started = await start(request, seen);
    if (started === null || typeof started === 'string') return started;
    try {
      const checkout = await open(request, started, seen);
      return (await keep(request, started.attempt, checkout)) ? checkout.url : null;
    } catch (error) {
      // Stripe repeats a failure for the same key, so the attempt is removed. A page that opened without our knowledge
      // has an unknown address, so no one sees it. A page that another tab opened by the same attempt stays.
      await checkoutsRepository(database).remove(request.userId, { attempt: started.attempt, sessionId: null });
      throw error;
    }
  };

  const openPage = async (request: PurchaseRequest): Promise<string> => {
    for (let count = 0; count < tries; count += 1) {
      const url = await attempt(request);
      if (url !== null) return url;
    }
    throw new StripeUnavailable('checkout');
  };

  /**
   * Returns the address of a payment page for this user: the open one, or a new one.
   * @throws Refusal ALREADY_SUBSCRIBED, wherever it was bought; TOKEN_EXPIRED for an account that is being deleted.
   */
  return createOnePageAtATime({
    personOf: ({ userId }) => userId,
    isSame,
    run: openPage,
  });
};
