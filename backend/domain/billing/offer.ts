import { limits } from '../../../src/config/limits.ts';
import type { Offer } from '../../../src/contracts/subscription.ts';
import { day } from '../../../src/lib/durations.ts';
import type { Clock } from '../clock.ts';
import { isBlocked, type KnownSubscription } from './known-subscription.ts';
import type { Pricing } from './pricing.ts';

/** A person's coupon, and how guesses of it are counted. */
export type OfferedCoupon = { coupon: string; isOneTooMany(): Promise<boolean> };

export type FindOffer = (all: readonly KnownSubscription[], given: OfferedCoupon | null) => Promise<Offer | null>;

/**
 * Returns the offer for a user with these subscriptions: price and discount come from Stripe, and only a first
 * subscription has a trial.
 */
export const createFindOffer =
  (pricing: Pricing, clock: Clock): FindOffer =>
  async (all, given) => {
    if (isBlocked(all)) return null;
    const price = await pricing.price();
    if (price === null) return null;
    const hasTrial = all.length === 0;
    const trialEnd = hasTrial ? new Date(clock.now().getTime() + limits.trialDays * day).toISOString() : null;
    const discount = given === null ? null : await pricing.discount(price, { ...given, hasTrial }, given.isOneTooMany);
    return { price, trialEnd, ...(discount === null ? {} : { discount }) };
  };
