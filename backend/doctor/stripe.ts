import { z } from 'zod';
import { serverPaths } from '../../src/contracts/api.ts';
import type { StripeAccount } from '../config/load-config.ts';
import { stripeApiVersion } from '../gateways/stripe.ts';
import { type Finding, judge, note, probe, type ProbeResponse, right, wrong } from './finding.ts';

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
  'customer.subscription.trial_will_end',
] as const;

const price = z.object({
  active: z.boolean(),
  livemode: z.boolean(),
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: z.int().nullable(),
  recurring: z.object({ interval: z.string().regex(/^\w+$/), interval_count: z.int() }).nullable(),
});
const endpoint = z.object({
  url: z.string(),
  status: z.string(),
  livemode: z.boolean(),
  api_version: z.string().nullable(),
  enabled_events: z.array(z.string()),
});
const feature = z.object({ enabled: z.boolean() });
const configuration = z.object({
  features: z.object({ subscription_cancel: feature, payment_method_update: feature }),
});
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });
const coupon = z.object({ valid: z.boolean() });

/** The age in seconds at which Stripe's libraries and the portal refuse a webhook signature. */
const tolerance = 300;

/** Judges an object of Stripe's, or says why it cannot be judged. */
const findingsOf = <Schema extends z.ZodType>(
  seen: ProbeResponse | null,
  schema: Schema,
  subject: string,
  judgeData: (data: z.output<Schema>) => readonly Finding[],
): readonly Finding[] => {
  const parsed = schema.safeParse(seen?.body);
  if (seen?.status === 200 && parsed.success) return judgeData(parsed.data);
  if (seen?.status === 403)
    return [note(`${subject}: the restricted STRIPE_SECRET_KEY may not read it; look at the Dashboard.`)];
  if (seen?.status === 404) return [wrong(`${subject}: Stripe does not know it in this account and mode; correct it.`)];
  return [wrong(`${subject}: Stripe answers ${seen?.status ?? 'nothing'}; run the doctor again.`)];
};

const judgePrice = (data: z.output<typeof price>, livemode: boolean): Finding => {
  const { active, currency, recurring, unit_amount: amount } = data;
  const problems: readonly (readonly [boolean, string])[] = [
    [data.livemode !== livemode, 'belongs to the other mode (test or live): set one of the mode of STRIPE_SECRET_KEY'],
    [!active, 'is archived, so nobody can buy it: set another, or restore it in the Dashboard'],
    [recurring === null, 'is a one-time price: set a recurring one'],
    [amount === null, 'has no fixed amount: set one that has'],
  ];
  const found = problems.find(([isWrong]) => isWrong);
  const period = `${recurring?.interval_count} ${recurring?.interval}`;
  return judge(
    found === undefined,
    `The price of STRIPE_PRICE_ID: ${amount} (smallest unit) ${currency} every ${period}.`,
    `The price of STRIPE_PRICE_ID ${found?.[1]}.`,
  );
};

const judgeEndpoint = (found: z.output<typeof endpoint> | undefined): readonly Finding[] => {
  const address = `<PUBLIC_URL>${serverPaths.stripeWebhook}`;
  if (found?.status !== 'enabled') {
    const problem = found === undefined ? 'is missing: create' : 'is disabled: enable';
    return [wrong(`Stripe’s webhook endpoint ${address} ${problem} it in the Dashboard.`)];
  }
  const sent = found.enabled_events;
  const missing = requiredEventTypes.filter((type) => !sent.includes('*') && !sent.includes(type));
  const version = `Stripe’s webhook endpoint does not use API version ${stripeApiVersion}; the portal then reads only the customer of an event.`;
  return [
    judge(
      missing.length === 0,
      'Stripe’s webhook endpoint is enabled and sends every event that the portal needs.',
      `Stripe’s webhook endpoint ${address} does not send ${missing.join(', ')}: select these events in the Dashboard.`,
    ),
    ...(found.api_version === stripeApiVersion ? [] : [note(version)]),
  ];
};

const judgeBillingPortal = (found: z.output<typeof configuration> | undefined): readonly Finding[] => {
  if (found === undefined)
    return [wrong('Stripe’s customer portal has no saved settings: save them in the Dashboard.')];
  const can = (action: string, { enabled }: z.output<typeof feature>): Finding => {
    const place = `${action} in Stripe’s customer portal`;
    return judge(enabled, `Parents can ${place}.`, `Parents cannot ${place}; switch it on there.`);
  };
  const { subscription_cancel: cancel, payment_method_update: card } = found.features;
  return [can('cancel', cancel), can('change the card', card)];
};

const judgeClock = (date: string | null, now: Date): readonly Finding[] => {
  const seconds = Math.round(Math.abs(now.getTime() - Date.parse(date ?? '')) / 1_000);
  if (Number.isNaN(seconds)) return [];
  if (seconds < tolerance / 10) return [right('This machine’s clock agrees with Stripe’s.')];
  const kind = seconds < tolerance ? note : wrong;
  return [
    kind(`This machine’s clock differs from Stripe’s by ${seconds} s; from ${tolerance} s, no webhook is accepted.`),
  ];
};

type StripeSettings = Pick<StripeAccount, 'secretKey' | 'priceId' | 'couponIds'> & {
  livemode: boolean;
  publicUrl: string | null;
  /** The address of the API; the default is `https://api.stripe.com`. */
  baseUrl?: string;
};

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
  if (seenPrice?.status === 401)
    return [wrong('Stripe rejects STRIPE_SECRET_KEY: set a key that its Dashboard shows.')];
  // Stripe accepts the key also when the key may not read the price, or the price does not exist.
  if (seenPrice === null || ![200, 400, 403, 404].includes(seenPrice.status)) {
    const answer = `Stripe answers ${seenPrice?.status ?? 'nothing'}, so STRIPE_SECRET_KEY could not be checked`;
    return [wrong(`${answer}: let this machine reach it, or see https://status.stripe.com, and run the doctor again.`)];
  }
  const endpointOf = ({ data }: { data: z.output<typeof endpoint>[] }) =>
    data.find((one) => one.url === publicUrl + serverPaths.stripeWebhook && one.livemode === livemode);
  const [seenEndpoints, seenPortal, ...seenCoupons] = await Promise.all([
    ask('webhook_endpoints?limit=100'),
    ask('billing_portal/configurations?active=true&is_default=true&limit=1'),
    ...couponIds.map((id) => ask(`coupons/${encodeURIComponent(id)}`)),
  ]);
  return [
    right('Stripe accepts STRIPE_SECRET_KEY.'),
    ...judgeClock(seenPrice.date, now),
    ...findingsOf(seenPrice, price, 'The price of STRIPE_PRICE_ID', (data) => [judgePrice(data, livemode)]),
    ...(publicUrl === null
      ? []
      : findingsOf(seenEndpoints, listOf(endpoint), 'The webhook endpoints', (data) =>
          judgeEndpoint(endpointOf(data)),
        )),
    ...findingsOf(seenPortal, listOf(configuration), 'The settings of the customer portal', ({ data: [first] }) =>
      judgeBillingPortal(first),
    ),
    ...couponIds.flatMap((id, index) => {
      const subject = `The coupon ${id} of STRIPE_COUPON_IDS`;
      return findingsOf(seenCoupons[index] ?? null, coupon, subject, ({ valid }) => [
        judge(
          valid,
          `${subject} can be used.`,
          `${subject} is used up or has expired: take it out, or create another.`,
        ),
      ]);
    }),
  ];
};
