import { z } from 'zod';
import type { Store, SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';
import { hour } from '../../src/lib/time.ts';
import { answerTo, jsonOf, type Reach, VendorError } from './vendor.ts';

/** Thrown when RevenueCat is unreachable, slow, refuses the key or answers nonsense. Contains nothing that was sent. */
export class RevenueCatUnavailable extends VendorError {}

export type RevenueCatServer = Reach & {
  apiKey: string;
  /** No trailing slash; the default is RevenueCat's own address. */
  baseUrl?: string;
};

/** PostgreSQL reads no date after the year 9999, and a date may be moved by the delay of a renewal. */
const latest = Date.UTC(9999, 0);
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(Math.min(Date.parse(text), latest)))
  .nullish();

/** The part of an answer that is read (https://www.revenuecat.com/docs/api-v1/customer-info-model). */
const bought = z.object({
  store: z.string(),
  is_sandbox: z.boolean(),
  period_type: z.string().nullish(),
  expires_date: moment,
  grace_period_expires_date: moment,
  unsubscribe_detected_at: moment,
  billing_issues_detected_at: moment,
  refunded_at: moment,
  auto_resume_date: moment,
});
type Bought = z.output<typeof bought>;
const answer = z.object({
  subscriber: z.object({
    subscriptions: z.record(
      z
        .string()
        .max(500)
        .regex(/^[^\0]*$/),
      bought,
    ),
  }),
});

const stores: ReadonlyMap<string, Exclude<Store, 'stripe'>> = new Map([
  ['app_store', 'apple'],
  ['mac_app_store', 'apple'],
  ['play_store', 'google'],
]);
/** Stripe's subscriptions are read from Stripe; no one pays in the test store. */
const ignoredStores: readonly string[] = ['stripe', 'test_store'];

/**
 * Milliseconds. RevenueCat reports a renewal up to an hour late where a store sends no notices, and retries a delivery
 * for two and a half hours. In that time a renewing subscription is not offered again.
 */
const renewalDelay = 3 * hour;

/** What became of a subscription. It is over after `memberUntil`, even if nothing more is heard of it. */
type State = { status: Exclude<SubscriptionStatus, 'unpaid'>; memberUntil: Date; renews: boolean };

const stateOf = (one: Bought, end: Date): State => {
  if (one.refunded_at) return { status: 'ended', memberUntil: one.refunded_at, renews: false };
  if (one.billing_issues_detected_at) {
    // The end of a grace period stays in the answer after it is over.
    const grace = one.grace_period_expires_date ?? end;
    return { status: 'past_due', memberUntil: grace > end ? grace : end, renews: true };
  }
  const isPrepaid = one.store === 'promotional' || ['promotional', 'prepaid'].includes(one.period_type ?? '');
  const renews = !isPrepaid && !one.unsubscribe_detected_at && !one.auto_resume_date;
  const memberUntil = renews ? new Date(end.getTime() + renewalDelay) : end;
  return { status: one.period_type === 'trial' ? 'trialing' : 'active', memberUntil, renews };
};

/** Returns what was bought in app stores, as RevenueCat last knew it. */
const storeSubscriptions = ({ subscriber }: z.output<typeof answer>) =>
  Object.entries(subscriber.subscriptions).flatMap(([product, one]) => {
    const { expires_date: end, is_sandbox: isSandbox, store } = one;
    // A purchase without an end is no subscription.
    if (isSandbox || ignoredStores.includes(store) || !end) return [];
    return [{ product, store: stores.get(store) ?? 'other', periodEnd: end, ...stateOf(one, end) }];
  });

export type RevenueCatGateway = ReturnType<typeof createRevenueCatGateway>;

/**
 * Creates the client of RevenueCat's REST API, version 1 (https://www.revenuecat.com/docs/api-v1/customers). RevenueCat
 * advises this call after every webhook: https://www.revenuecat.com/docs/integrations/webhooks.
 */
export const createRevenueCatGateway = ({
  apiKey,
  baseUrl = 'https://api.revenuecat.com',
  ...reach
}: RevenueCatServer) => ({
  /**
   * Reads what a subscriber has bought in app stores, ended subscriptions included. RevenueCat creates a subscriber
   * that it does not know, so only read names that an event gave. @throws RevenueCatUnavailable
   */
  subscriptionsOf: async (appUserId: string) => {
    const address = `${baseUrl}/v1/subscribers/${encodeURIComponent(appUserId)}`;
    const received = await answerTo(address, { headers: { authorization: `Bearer ${apiKey}` } }, reach);
    const { data } = answer.safeParse(received?.ok && jsonOf(received.bytes.toString()));
    if (data === undefined) throw new RevenueCatUnavailable('GET /v1/subscribers');
    return storeSubscriptions(data);
  },
});
