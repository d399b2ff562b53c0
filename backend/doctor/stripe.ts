import { z } from 'zod';
import { serverPaths } from '../../src/contracts/api.ts';
import type { StripeAccount } from '../config/load-config.ts';
import { stripeApiVersion } from '../gateways/stripe.ts';
import { type Finding, note, probe, type ProbeResponse, right, wrong } from './finding.ts';

/**
 * Stripe's events that change a subscription. The webhook rereads the customer of such an event. Without them, a change
 * is noticed only on a return from Stripe's pages, or an hour after the end of a period.
 */
export const requiredEventTypes = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

const price = z.object({
  active: z.boolean(),
  livemode: z.boolean(),
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: z.int().nullable(),
  recurring: z.object({ interval: z.string().regex(/^\w+$/), interval_count: z.int() }).nullable(),
});
const endpoints = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      status: z.string(),
      livemode: z.boolean(),
      api_version: z.string().nullable(),
      enabled_events: z.array(z.string()),
    }),
  ),
});
const configurations = z.object({
  data: z.array(
    z.object({
      features: z.object({
        subscription_cancel: z.object({ enabled: z.boolean() }),
        payment_method_update: z.object({ enabled: z.boolean() }),
      }),
    }),
  ),
});
const coupon = z.object({ valid: z.boolean() });

/** The age in seconds at which Stripe's libraries and the portal refuse a webhook signature. */
const tolerance = 300;

/** Returns an object of Stripe's, or the finding that says why it cannot be judged. */
const read = <Schema extends z.ZodType>(
  seen: ProbeResponse | null,
  schema: Schema,
  subject: string,
): { data: z.output<Schema> } | { finding: Finding } => {
  if (seen === null) return { finding: wrong(`${subject}: Stripe does not answer; run the doctor again.`) };
  if (seen.status === 403) {
    return {
      finding: note(`${subject}: the restricted STRIPE_SECRET_KEY may not read it; look at the Dashboard.`),
    };
  }
  if (seen.status === 404)
    return { finding: wrong(`${subject}: Stripe does not know it in this account and mode; correct it.`) };
  const parsed = schema.safeParse(seen.body);
  if (seen.status === 200 && parsed.success) return { data: parsed.data };
  return { finding: wrong(`${subject}: Stripe returned an unknown response, ${seen.status}; run the doctor again.`) };
};

const findingOfPrice = (seen: ProbeResponse | null, livemode: boolean): Finding => {
  const subject = 'The price of STRIPE_PRICE_ID';
  const found = read(seen, price, subject);
  if ('finding' in found) return found.finding;
  const { active, currency, recurring, unit_amount: amount } = found.data;
  if (found.data.livemode !== livemode)
    return wrong(`${subject} belongs to the other mode (test or live): set one of the mode of STRIPE_SECRET_KEY.`);
  if (!active)
    return wrong(`${subject} is archived, so nobody can buy it: set another, or restore it in the Dashboard.`);
  if (recurring === null) return wrong(`${subject} is a one-time price: set a recurring one.`);
  if (amount === null) return wrong(`${subject} has no fixed amount: set one that has.`);
  const { interval, interval_count: count } = recurring;
  return right(`${subject}: ${amount} (smallest unit) ${currency} every ${count} ${interval}.`);
};

const findingsOfEndpoint = (seen: ProbeResponse | null, publicUrl: string, livemode: boolean): readonly Finding[] => {
  const found = read(seen, endpoints, 'The webhook endpoints');
  if ('finding' in found) return [found.finding];
  const address = publicUrl + serverPaths.stripeWebhook;
  const endpoint = found.data.data.find((one) => one.url === address && one.livemode === livemode);
  if (endpoint === undefined)
    return [
      wrong(`Stripe has no webhook endpoint <PUBLIC_URL>${serverPaths.stripeWebhook}: create it in the Dashboard.`),
    ];
  if (endpoint.status !== 'enabled')
    return [wrong('Stripe’s webhook endpoint for PUBLIC_URL is disabled: enable it in the Dashboard.')];
  const missing = endpoint.enabled_events.includes('*')
    ? []
    : requiredEventTypes.filter((type) => !endpoint.enabled_events.includes(type));
  return [
    missing.length === 0
      ? right('Stripe’s webhook endpoint for this portal is enabled and sends every event that the portal needs.')
      : wrong(
          `Stripe’s webhook endpoint for PUBLIC_URL does not send ${missing.join(', ')}: select these events in the Dashboard.`,
        ),
    ...(endpoint.api_version === stripeApiVersion
      ? []
      : [
          note(
            `Stripe’s webhook endpoint does not use API version ${stripeApiVersion}; the portal then reads only the customer of an event.`,
          ),
        ]),
  ];
};

const findingsOfBillingPortal = (seen: ProbeResponse | null): readonly Finding[] => {
  const found = read(seen, configurations, 'The settings of the customer portal');
  if ('finding' in found) return [found.finding];
  const [configuration] = found.data.data;
  if (configuration === undefined)
    return [wrong('Stripe’s customer portal has no saved settings: save them in the Dashboard.')];
  const { subscription_cancel: cancel, payment_method_update: card } = configuration.features;
  return [
    cancel.enabled
      ? right('Parents can cancel in Stripe’s customer portal.')
      : wrong('Parents cannot cancel in Stripe’s customer portal; switch it on there.'),
    card.enabled
      ? right('Parents can change the card in Stripe’s customer portal.')
      : wrong('Parents cannot change the card in Stripe’s customer portal; switch it on there.'),
  ];
};

const findingOfCoupon = (seen: ProbeResponse | null, id: string): Finding => {
  const found = read(seen, coupon, `The coupon ${id} of STRIPE_COUPON_IDS`);
  if ('finding' in found) return found.finding;
  return found.data.valid
    ? right(`The coupon ${id} can be used.`)
    : wrong(`The coupon ${id} of STRIPE_COUPON_IDS is used up or has expired: take it out, or create another.`);
};

const findingsOfClock = (date: Date | null, now: Date): readonly Finding[] => {
  if (date === null || Number.isNaN(date.getTime())) return [];
  const seconds = Math.round(Math.abs(now.getTime() - date.getTime()) / 1_000);
  if (seconds < tolerance / 10) return [right('This machine’s clock agrees with Stripe’s.')];
  const sentence = `This machine’s clock differs from Stripe’s by ${seconds} s`;
  return seconds < tolerance
    ? [note(`${sentence}: from ${tolerance} s, every webhook is rejected.`)]
    : [wrong(`${sentence}: every webhook is rejected.`)];
};

type StripeSettings = Pick<StripeAccount, 'secretKey' | 'priceId' | 'couponIds'> & {
  livemode: boolean;
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
