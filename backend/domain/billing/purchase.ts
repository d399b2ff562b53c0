import { limits as productLimits } from '../../../src/config/limits.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { arrivalParameters, routes } from '../../../src/contracts/routes.ts';
import type { PaymentReturn } from '../../../src/contracts/elements.ts';
import { visibleText } from '../../../src/contracts/typed-text.ts';
import { minute } from '../../../src/lib/time.ts';
import { type Checkout, type CheckoutOrder, StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import { type CheckoutRow, checkoutsRepository } from '../../store/billing.repository.ts';
import { agreementsRepository, type User, usersRepository } from '../../store/accounts.repository.ts';
import { createElsewhereOf, isChargedElsewhere } from './move-in.ts';
import type { Limits } from '../limits/limits.ts';
import { Refusal, unlessAway } from '../refusal.ts';
import { randomId } from '../secrets.ts';
import { type BillingDependencies, chooseSubscription, isBlocked, type KnownSubscription } from './subscription.ts';
import type { Sync } from './sync.ts';

/** The format of a promotion code or a chosen id at Stripe; anything else is not looked up. */
const couponPattern = /^[\w-]{1,64}$/;

/** Returns a coupon in the form that is stored with the checkout and restored when its page is left. */
export const normalizeCoupon = (given: string | undefined): string | null => {
  const coupon = visibleText(given ?? '');
  return couponPattern.test(coupon) ? coupon : null;
};

/** Counts a user's guess of a coupon. @returns whether it is above the limit */
export const isGuessTooMany = async (limits: Limits, userId: string): Promise<boolean> =>
  (await limits.consume('coupon', { ip: '', person: userId })) !== null;

/** A user's payment page: one that can be paid on, or one for which Stripe's answer is still missing. */
type OpenCheckout = CheckoutRow & { page: { id: string; url: string } | null };

export type SettleCheckout = (userId: string) => Promise<OpenCheckout | null>;

/**
 * Creates a function that asks Stripe for the result of a user's payment page, and removes the page when it is over. A
 * paid subscription is stored first, so after a kill between the two steps the page is checked again.
 */
export const createSettleCheckout =
  ({ database, stripe }: Pick<BillingDependencies, 'database' | 'stripe'>, sync: Sync): SettleCheckout =>
  async (userId) => {
    const checkouts = checkoutsRepository(database);
    const row = await checkouts.ofUser(userId);
    if (row === null) return null;
    if (row.sessionId === null) return { ...row, page: null };
    const checkout = await stripe.checkout(row.sessionId);
    if (checkout?.status === 'open' && checkout.url !== null) {
      return { ...row, page: { id: checkout.id, url: checkout.url } };
    }
    if (checkout?.status === 'complete' && checkout.customerId !== null) await sync.customer(checkout.customerId);
    await checkouts.remove(userId, row);
    return null;
  };

/** Returns the pages to which Stripe returns, at the portal's configured address, never from a request. */
export const createReturnPages = (portal: string, language: Language) => {
  const dashboard = (payment: PaymentReturn, more: Record<string, string> = {}): string => {
    const url = new URL(routes.dashboard.path, portal);
    url.search = new URLSearchParams({ lang: language, [arrivalParameters.payment]: payment, ...more }).toString();
    return url.href;
  };
  return {
    // Stripe replaces these braces with the id if they are unescaped.
    paid: `${portal}${routes.confirmation.path}?lang=${language}&${arrivalParameters.checkout}={CHECKOUT_SESSION_ID}`,
    cancelled: (coupon: string | null): string => dashboard('cancelled', coupon === null ? {} : { coupon }),
    managed: dashboard('managed'),
  };
};

/** The options of a purchase; another language or coupon requires another page. */
type PurchaseRequest = { userId: string; language: Language; coupon: string | null; shown: string };
type Started = { attempt: string; user: User; had: KnownSubscription[]; request: PurchaseRequest };

/** Milliseconds in which two tabs share one attempt. After that, the answer of the attempt counts as lost. */
const shared = minute;
const tries = 3;

type Page = Pick<CheckoutRow, 'language' | 'coupon'>;
const isSame = (one: Page, other: Page): boolean => one.language === other.language && one.coupon === other.coupon;

export const createPurchase = (deps: BillingDependencies, { customersOf }: Sync, settle: SettleCheckout) => {
  const { termsVersion, database, clock, stripe, playfab, limits, publicUrl, couponIds, subscriptionsOf } = deps;

  const elsewhereOf = createElsewhereOf(deps);

  /** Returns the email address to fill in on the page. We do not store it; without it the person types it. */
  const emailOf = async ({ playfabId }: User): Promise<string | null> =>
    (await unlessAway(playfab.accountOf(playfabId)))?.email ?? null;

  /** Returns the discount of a listed coupon or active promotion code, else null: an internal id gives none. */
  const discountFor = async (
    { userId, coupon }: PurchaseRequest,
    customerId: string | null,
  ): Promise<CheckoutOrder['discount']> => {
    if (coupon === null || (await isGuessTooMany(limits, userId))) return null;
    if (couponIds.includes(coupon)) return { coupon };
    const found = await stripe.promotionCode(coupon, customerId);
    return found && { promotion_code: found.id };
  };

  /**
   * Starts an attempt under the user's lock, so that no webhook can interfere.
   * @param joins whether other tabs were served since this request came: it takes their page, so that no page dies
   * @returns the page's address when it is already open; null when another tab opened a page since Stripe was asked.
   */
  const start = (
    request: PurchaseRequest,
    seen: OpenCheckout | null,
    joins: boolean,
  ): Promise<Started | string | null> =>
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
        if (joins || isSame(request, row)) return seen.page.url;
      } else if (row !== null && (joins || isSame(request, row)) && row.startedAt.getTime() > now.getTime() - shared) {
        const joined = { ...request, language: row.language, coupon: row.coupon };
        return { attempt: row.attempt, user, had, request: joined };
      }
      const attempt = randomId();
      await checkouts.start(userId, { attempt, language, coupon, startedAt: now });
      return { attempt, user, had, request };
    });

  const open = async ({ attempt, user, had, request }: Started, seen: OpenCheckout | null): Promise<Checkout> => {
    // Nothing in `had` blocks this purchase, so all are equal and one from Stripe comes first.
    const customerId = chooseSubscription(had)?.stripe?.customerId ?? null;
    const [discount, email] = await Promise.all([
      discountFor(request, customerId),
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
      customerId,
      email,
      discount,
      trialDays: had.length === 0 ? productLimits.trialDays : null,
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

  /** Stores the user's only page, or closes it if account or attempt are gone, so that no one can pay on it. */
  const keep = async (
    { userId, language, shown }: PurchaseRequest,
    attempt: string,
    { id }: Checkout,
  ): Promise<boolean> => {
    const isKept = await database.transaction().execute(async (trx) => {
      const user = await usersRepository(trx).lock(userId);
      if (user === null || user.deletionRequestedAt !== null) return false;
      const agreement = { agreedAt: clock.now(), language, partner: null, terms: termsVersion, shown };
      if (!(await checkoutsRepository(trx).opened(userId, attempt, id))) return false;
      await agreementsRepository(trx).add({ id: attempt, userId, kind: 'purchase', ...agreement });
      return true;
    });
    if (!isKept) await stripe.expireCheckout(id);
    return isKept;
  };

  const attempt = async (request: PurchaseRequest, joins: boolean): Promise<string | null> => {
    // Reads the current state from Stripe before asking for money.
    const [seen] = await Promise.all([settle(request.userId), customersOf(request.userId)]);
    const started = await start(request, seen, joins);
    if (started === null || typeof started === 'string') return started;
    try {
      const opened = await open(started, seen);
      return (await keep(started.request, started.attempt, opened)) ? opened.url : null;
    } catch (error) {
      // Stripe repeats a failure for the same key, so the attempt is removed. A page that opened without our knowledge
      // has an unknown address, so no one sees it. A page that another tab opened by the same attempt stays.
      await checkoutsRepository(database).remove(request.userId, { attempt: started.attempt, sessionId: null });
      throw error;
    }
  };

  /**
   * Returns the address of a payment page for this user: the open one, or a new one. Tabs that ask at the same moment
   * share the idempotency key of one attempt, so that Stripe gives them one page in any language and with any coupon.
   * @throws Refusal ALREADY_SUBSCRIBED, wherever it was bought; SUBSCRIBED_ELSEWHERE, once the mailbox is verified;
   *   TOKEN_EXPIRED for an account that is being deleted.
   */
  return async (request: PurchaseRequest): Promise<string> => {
    if ((await elsewhereOf(request.userId)).some(isChargedElsewhere)) throw new Refusal('SUBSCRIBED_ELSEWHERE');
    for (let count = 0; count < tries; count += 1) {
      const url = await attempt(request, count > 0);
      if (url !== null) return url;
    }
    throw new StripeUnavailable('checkout');
  };
};
