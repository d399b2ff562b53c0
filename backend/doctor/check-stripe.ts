import { stripeApiVersion } from '../gateways/stripe.ts';
import { type Finding, right, wrong } from './finding.ts';
import { probe, type ProbeResponse } from './probe.ts';
import {
  findingOfCoupon,
  findingOfPrice,
  findingsOfBillingPortal,
  findingsOfClock,
  findingsOfEndpoint,
} from './stripe-findings.ts';
import type { StripeSubject } from './subject.ts';

export type StripeSettings = Pick<StripeSubject, 'secretKey' | 'priceId' | 'couponIds' | 'livemode'> & {
  publicUrl: string | null;
  /** The address of the API; the default is `https://api.stripe.com`. */
  baseUrl?: string;
};

/** What Stripe answers to a key that it accepts: the price, or that the key may not read it, or that it does not exist. */
const answersToKey: readonly number[] = [200, 400, 403, 404];
const unchecked = 'so STRIPE_SECRET_KEY could not be checked';

/** Checks the account by Stripe's API (https://docs.stripe.com/api) and changes nothing there. */
export const checkStripe = async (
  settings: StripeSettings,
  now: Date,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const { secretKey, priceId, couponIds, livemode, publicUrl, baseUrl = 'https://api.stripe.com' } = settings;
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': stripeApiVersion };
  const ask = (path: string): Promise<ProbeResponse | null> => probe(`${baseUrl}/v1/${path}`, { headers }, send);

  const seenPrice = await ask(`prices/${encodeURIComponent(priceId)}`);
  if (seenPrice === null) return [wrong(`Stripe does not answer, ${unchecked}: let this machine reach it.`)];
  if (seenPrice.status === 401) return [wrong('Stripe rejects STRIPE_SECRET_KEY: set a key that its Dashboard shows.')];
  if (!answersToKey.includes(seenPrice.status)) {
    return [
      wrong(
        `Stripe answers ${seenPrice.status}, ${unchecked}: see https://status.stripe.com, and run the doctor again.`,
      ),
    ];
  }
  const [seenEndpoints, seenConfigurations, ...seenCoupons] = await Promise.all([
    ask('webhook_endpoints?limit=100'),
    ask('billing_portal/configurations?active=true&is_default=true&limit=1'),
    ...couponIds.map((id) => ask(`coupons/${encodeURIComponent(id)}`)),
  ]);
  return [
    right('Stripe accepts STRIPE_SECRET_KEY.'),
    ...findingsOfClock(seenPrice.date, now),
    findingOfPrice(seenPrice, livemode),
    ...(publicUrl === null ? [] : findingsOfEndpoint(seenEndpoints, publicUrl, livemode)),
    ...findingsOfBillingPortal(seenConfigurations),
    ...couponIds.map((id, index) => findingOfCoupon(seenCoupons[index] ?? null, id)),
  ];
};
