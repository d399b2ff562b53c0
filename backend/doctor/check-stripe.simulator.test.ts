import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { type RunningStripeSimulator, startStripeSimulator, webhookSecret } from '../testing/stripe-simulator.ts';
import { checkStripe, type StripeSettings } from './check-stripe.ts';

const publicUrl = 'http://localhost:4173';
let simulator: RunningStripeSimulator;
beforeAll(async () => {
  const webhook = { url: `${publicUrl}/api/stripe/webhook`, secret: webhookSecret };
  simulator = await startStripeSimulator({ webhook });
});
afterAll(() => simulator.close());

const examine = async (changes: Partial<StripeSettings>): Promise<string[]> => {
  const settings = {
    secretKey: 'sk_test_simulator',
    priceId: simulatedPriceId,
    couponIds: ['welcome20'],
    livemode: false,
    publicUrl,
    baseUrl: simulator.url,
  };
  const findings = await checkStripe({ ...settings, ...changes }, new Date());
  return findings.map(({ kind, sentence }) => `${kind}: ${sentence}`);
};

// The simulator's answers are checked against Stripe's own types, so they have Stripe's real shape.
it('understands every answer in Stripe’s shape', async () => {
  expect((await examine({})).filter((line) => !line.startsWith('right'))).toEqual([]);
});

it('explains each refusal of Stripe', async () => {
  expect(await examine({ secretKey: 'nonsense' })).toEqual([
    'wrong: Stripe rejects STRIPE_SECRET_KEY: set a key that its Dashboard shows.',
  ]);
  const found = await examine({ priceId: 'price_gone', couponIds: ['gone'] });
  expect(found.filter((line) => line.startsWith('wrong'))).toEqual([
    expect.stringMatching(/price .* does not know/),
    expect.stringMatching(/coupon gone .* does not know/),
  ]);
});
