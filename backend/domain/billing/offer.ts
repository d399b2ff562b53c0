import { limits } from '../../../src/config/limits.ts';
import type { Offer, Price } from '../../../src/contracts/subscription.ts';
import { withTimeout } from '../../gateways/stripe-call.ts';
import { type StripeGateway, StripeUnavailable } from '../../gateways/stripe-gateway.ts';
import type { Clock } from '../clock.ts';
import { isBlocked, type KnownSubscription } from './known-subscription.ts';
import { minute, hour, day } from '../../../src/lib/durations.ts';

/** Milliseconds for which a price from Stripe is cached. */
const remembered = hour;
/**
 * Milliseconds after a failed request during which Stripe is not asked again, so that an outage does not slow pages
 * down.
 */
const pause = minute;
/** Milliseconds that a page waits for the price. */
const priceTimeout = 1_500;

export type FindOffer = (all: readonly KnownSubscription[]) => Promise<Offer | null>;

/**
 * Returns the offer for a user with these subscriptions: the price comes from Stripe, and only a first subscription has
 * a trial.
 */
export const createFindOffer = ({
  stripe,
  clock,
}: {
  stripe: Pick<StripeGateway, 'price'>;
  clock: Clock;
}): FindOffer => {
  let known: { price: Promise<Price | null>; until: number } | undefined;

  const priceNow = (): Promise<Price | null> => {
    const now = clock.now().getTime();
    if (known !== undefined && now < known.until) return known.price;
    const before = known?.price ?? null;
    const entry = {
      until: now + remembered,
      price: withTimeout('price', priceTimeout, stripe.price()).catch((error: unknown) => {
        if (!(error instanceof StripeUnavailable)) throw error;
        entry.until = now + pause;
        return before;
      }),
    };
    known = entry;
    return entry.price;
  };

  return async (all) => {
    if (isBlocked(all)) return null;
    const price = await priceNow();
    if (price === null) return null;
    const trialEnd = new Date(clock.now().getTime() + limits.trialDays * day);
    return { price, trialEnd: all.length === 0 ? trialEnd.toISOString() : null };
  };
};
