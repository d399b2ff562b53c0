import { z } from 'zod';
import { receiveStripeEvent, stripeEventTypes } from '../../src/contracts/calls/servers.ts';
import { createStripeGateway, stripeApiVersion, type StripeGateway } from '../gateways/stripe.ts';
import { listOf } from '../gateways/stripe-gateway.ts';
import { VendorError } from '../gateways/vendor.ts';
import { type Finding, judge, note, probe, type ProbeResponse, right, wrong } from './finding.ts';

const price = z.object({
  active: z.boolean(),
  product: z.string(),
  livemode: z.boolean(),
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: z.int().nullable(),
  recurring: z.object({ interval: z.string().regex(/^\w+$/), interval_count: z.int() }).nullable(),
});
const endpoint = z.object({
  url: z.string(),
  status: z.string(),
  livemode: z.boolean(),
  enabled_events: z.array(z.string()),
});
const configuration = z.object({
  features: z.object({ payment_method_update: z.object({ enabled: z.boolean() }) }),
});

/**
 * Names products with live subscriptions that are not configured, and counts memberships that have no owner here.
 * Stripe's list leaves out test clocks.
 */
const checkMemberships = async (
  products: readonly string[],
  { liveSubscriptions }: Pick<StripeGateway, 'liveSubscriptions'>,
): Promise<readonly Finding[]> => {
  const others = new Set<string>();
  let unowned = 0;
  try {
    for (let after: string | null | undefined; after !== null; ) {
      const { subscriptions, last } = await liveSubscriptions(after);
      for (const { products: mine, userId } of subscriptions) {
        if (!mine.some((product) => products.includes(product))) for (const product of mine) others.add(product);
        else if (userId === null) unowned += 1;
      }
      after = last;
    }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return [note('The live subscriptions: Stripe does not list them; look at the Dashboard.')];
  }
  const names = [...others].sort().join(', ');
  return [
    unowned > 0 && note(`Memberships at Stripe that are not moved in: ${unowned} (docs/operators/moving-in.md).`),
    names !== '' && note(`Live subscriptions of products that STRIPE_PRODUCT_IDS does not name: ${names}.`),
  ].filter((finding) => finding !== false);
};

/** Judges an object of Stripe's, or says why it cannot be judged. */
const findingOf = <Schema extends z.ZodType>(
  seen: ProbeResponse | null,
  schema: Schema,
  subject: string,
  judgeData: (data: z.output<Schema>) => Finding,
): Finding => {
  const parsed = schema.safeParse(seen?.body);
  if (seen?.status === 200 && parsed.success) return judgeData(parsed.data);
  if (seen?.status === 403)
    return note(`${subject}: the restricted STRIPE_SECRET_KEY may not read it; look at the Dashboard.`);
  return wrong(
    `${subject}: Stripe answers ${seen?.status ?? 'nothing'}, and 404 means that this account and mode lacks it.`,
  );
};

const judgeEndpoint = (found: z.output<typeof endpoint> | undefined): Finding => {
  const sent = found?.status === 'enabled' ? found.enabled_events : [];
  const missing = stripeEventTypes.filter((type) => !sent.includes('*') && !sent.includes(type));
  return judge(
    missing.length === 0,
    'Stripe’s webhook endpoint is enabled and sends every event that the portal needs.',
    `Stripe’s webhook endpoint <PUBLIC_URL>${receiveStripeEvent.path} is ${found?.status ?? 'missing'} and does not send ${missing.join(', ')}: create or enable it, and select these events in the Dashboard.`,
  );
};

/** Checks the account by Stripe's API (https://docs.stripe.com/api) and changes nothing there. */
export const checkStripe = async (
  {
    secretKey,
    priceId,
    productIds = [],
  }: { secretKey: string; priceId: string; productIds?: readonly string[] | undefined },
  { livemode, publicUrl }: { livemode: boolean; publicUrl: string | undefined },
  send: typeof fetch,
): Promise<readonly Finding[]> => {
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': stripeApiVersion };
  const ask = (path: string) => probe(`https://api.stripe.com/v1/${path}`, { headers }, send);

  const seenPrice = await ask(`prices/${encodeURIComponent(priceId)}`);
  // Stripe accepts the key also when the key may not read the price, or the price does not exist.
  if (seenPrice === null || ![200, 400, 403, 404].includes(seenPrice.status)) {
    const answer = `Stripe answers ${seenPrice?.status ?? 'nothing'} to STRIPE_SECRET_KEY`;
    return [
      wrong(
        `${answer}: set a key that its Dashboard shows if it answers 401; otherwise let this machine reach it, or see https://status.stripe.com.`,
      ),
    ];
  }
  const checkEndpoint = async () =>
    findingOf(await ask('webhook_endpoints?limit=100'), listOf(endpoint), 'The webhook endpoints', ({ data }) =>
      judgeEndpoint(data.find((one) => one.url === publicUrl + receiveStripeEvent.path && one.livemode === livemode)),
    );
  const checkPortal = async () => {
    const seen = await ask('billing_portal/configurations?active=true&is_default=true&limit=1');
    return findingOf(seen, listOf(configuration), 'The settings of the customer portal', ({ data: [found] }) =>
      judge(
        found?.features.payment_method_update.enabled === true,
        'Parents can change the card in Stripe’s customer portal.',
        'Stripe’s customer portal has no saved settings, or parents cannot change the card there: save and switch it on in the Dashboard.',
      ),
    );
  };
  const sold = price.safeParse(seenPrice.body).data?.product;
  const gateway = createStripeGateway({ secretKey, webhookSecrets: [], priceId, publicUrl: '', fetch: send });
  const products = productIds.length > 0 ? productIds : sold === undefined ? [] : [sold];
  return [
    right('Stripe accepts STRIPE_SECRET_KEY.'),
    findingOf(seenPrice, price, 'The price of STRIPE_PRICE_ID', (data) =>
      judge(
        data.active && data.recurring !== null && data.unit_amount !== null && data.livemode === livemode,
        `The price of STRIPE_PRICE_ID: ${data.unit_amount} (smallest unit) ${data.currency} every ${data.recurring?.interval_count} ${data.recurring?.interval}.`,
        'The price of STRIPE_PRICE_ID cannot be sold: set one that is active and recurring, has a fixed amount, and belongs to the mode of STRIPE_SECRET_KEY.',
      ),
    ),
    ...(await Promise.all([...(publicUrl === undefined ? [] : [checkEndpoint()]), checkPortal()])),
    ...(products.length === 0 ? [] : await checkMemberships(products, gateway)),
  ];
};
