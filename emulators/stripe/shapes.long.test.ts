import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { failingCard, idOf, openTestStripe, order, orderWithoutTrial } from '../../backend/testing/stripe.ts';
import { simulatedPriceId } from './catalog.ts';
import { stripeEventTypes } from '../../src/contracts/calls/servers.ts';

const day = 86_400;
const double = await openTestStripe();
const folder = mkdtempSync(join(tmpdir(), 'stripe-shapes-'));
beforeAll(() => {
  // Copy the package's types and close the enums. With `OtherString` they would accept every string.
  const types = join(folder, 'node_modules/stripe');
  cpSync('node_modules/stripe', types, {
    recursive: true,
    filter: (file) => !/\.(js|map)$|\/cjs(\/|$)/.test(file),
  });
  const shared = join(types, 'esm/shared.d.ts');
  const open = 'export type OtherString = string & Record<never, never>;';
  const text = readFileSync(shared, 'utf8');
  expect(text).toContain(open);
  writeFileSync(shared, text.replace(open, 'export type OtherString = never;'));
});

/** The simulator leaves out the fields that nothing reads. The fields that it has must be those of Stripe. */
const partial = 'type Part<T> = T extends object ? { [Name in keyof T]?: Part<T[Name]> } : T;';

type Sample = { type: string; object: unknown };

/** Compiles responses as literals of the package's types. Returns the compiler's errors. */
const complaints = (samples: readonly Sample[]): string => {
  const literals = samples.map(
    ({ type, object }, index) => `export const x${index}: Part<${type}> = ${JSON.stringify(object, null, 1)};`,
  );
  writeFileSync(join(folder, 'answers.ts'), `import type Stripe from 'stripe';\n${partial}\n${literals.join('\n')}\n`);
  const compilerOptions = {
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['answers.ts'] }));
  const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  return stdout;
};

/** Reads a response without the package, which removes some of the tested fields from its objects. */
const read = async (path: string): Promise<unknown> => {
  const answer = await double.into(`http://localhost${path}`, { headers: { authorization: 'Bearer sk_test_shapes' } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
};
const listed = z.object({ data: z.array(z.unknown()) });
const all = async (path: string, type: string): Promise<Sample[]> => {
  const { data } = listed.parse(await read(path));
  expect([path, data.length > 0]).toEqual([path, true]);
  return data.map((object) => ({ type, object }));
};

/** Creates objects in every state: open, paid, expired, on trial, overdue, ended, refunded, deleted. */
const live = async () => {
  const { buy, stripe } = double;
  const { sessions } = stripe.checkout;
  await buy(order, failingCard);
  await double.advance(23 * day);
  await buy(order, failingCard);
  await double.advance(8 * day);
  const expired = await sessions.create({ ...order, discounts: [{ promotion_code: 'promo_welcome20' }] });
  await double.advance(2 * day);
  const open = await sessions.create({ ...order, discounts: [{ coupon: 'staff_free' }] });
  await buy();
  const { id: subscription, customerId } = await buy({ ...orderWithoutTrial, discounts: [{ coupon: 'welcome20' }] });
  const invoice = idOf((await stripe.subscriptions.retrieve(subscription)).latest_invoice);
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' });
  const intent = idOf(data[0]?.payment.payment_intent);
  for (const card of ['refundFails', 'refundsLate'] as const) {
    await double.useCard(subscription, card);
    await stripe.refunds.create({ payment_intent: intent });
    await double.advance(day);
  }
  await stripe.invoiceItems.create({ customer: customerId, subscription, amount: 100, currency: 'usd' });
  const { id: schedule } = await stripe.subscriptionSchedules.create({ from_subscription: subscription });
  await stripe.subscriptionSchedules.release(schedule);
  await stripe.subscriptions.update(subscription, {
    cancel_at_period_end: true,
    pause_collection: { behavior: 'void' },
  });
  const gone = await buy();
  await stripe.customers.del(gone.customerId);
  return {
    customer: customerId,
    deleted: gone.customerId,
    checkouts: { expired: expired.id, open: open.id },
    subscription,
    schedule,
    preview: await stripe.invoices.createPreview({ subscription }),
    invoice,
    intent,
  };
};

it("returns responses that match the package's types, including enums", { timeout: 60_000 }, async () => {
  const { customer, deleted, checkouts, subscription, schedule, preview, invoice, intent } = await live();
  const events = await double.events();
  const portal = await double.into('http://localhost/v1/billing_portal/sessions', {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_shapes', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ customer, locale: 'fr', return_url: 'http://localhost/' }).toString(),
  });
  const samples: Sample[] = [
    { type: 'Stripe.Customer', object: await read(`/v1/customers/${customer}`) },
    { type: 'Stripe.DeletedCustomer', object: await read(`/v1/customers/${deleted}`) },
    { type: 'Stripe.Checkout.Session', object: await read(`/v1/checkout/sessions/${checkouts.expired}`) },
    { type: 'Stripe.Checkout.Session', object: await read(`/v1/checkout/sessions/${checkouts.open}`) },
    { type: 'Stripe.BillingPortal.Session', object: await portal.json() },
    ...(await all('/v1/subscriptions?limit=100&status=all', 'Stripe.Subscription')),
    ...(await all(
      '/v1/subscriptions?status=all&expand[0]=data.discounts.source.coupon&expand[1]=data.latest_invoice',
      'Stripe.Subscription',
    )),
    ...(await all(
      '/v1/promotion_codes?code=WELCOME20&active=true&expand[0]=data.promotion.coupon.applies_to',
      'Stripe.PromotionCode',
    )),
    ...(await all(`/v1/invoices?limit=100&subscription=${subscription}`, 'Stripe.Invoice')),
    ...(await all(`/v1/invoice_payments?invoice=${invoice}&status=paid`, 'Stripe.InvoicePayment')),
    { type: 'Stripe.Invoice', object: { ...preview, lastResponse: undefined } },
    ...(await all(`/v1/invoiceitems?customer=${customer}`, 'Stripe.InvoiceItem')),
    { type: 'Stripe.SubscriptionSchedule', object: await read(`/v1/subscription_schedules/${schedule}`) },
    ...(await all(`/v1/refunds?payment_intent=${intent}`, 'Stripe.Refund')),
    { type: 'Stripe.Price', object: await read(`/v1/prices/${simulatedPriceId}`) },
    { type: 'Stripe.Coupon', object: await read('/v1/coupons/welcome20') },
    { type: 'Stripe.Coupon', object: await read('/v1/coupons/staff_free') },
    ...events.map((object) => ({ type: 'Stripe.Event', object })),
  ];
  expect(complaints(samples)).toBe('');
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(stripeEventTypes));
});
