import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  goodCard,
  order,
  type RunningStripeSimulator,
  startStripeSimulator,
  subscriptionOf,
} from '../../backend/testing/stripe-simulator.ts';

let simulator: RunningStripeSimulator;
beforeAll(async () => {
  simulator = await startStripeSimulator();
});
afterAll(() => simulator.close());

const checkout = async (change: object = {}): Promise<string> =>
  simulator.pathOf((await simulator.stripe.checkout.sessions.create({ ...order, ...change })).url);
const text = async (answer: Promise<Response>): Promise<string> => (await answer).text();

const portal = async (card = goodCard, locale: 'en' | 'fr' = 'fr') => {
  const { id, customer } = subscriptionOf(await simulator.buy(card));
  const session = await simulator.stripe.billingPortal.sessions.create({
    customer: String(customer),
    locale,
    return_url: 'http://localhost:4173/dashboard?lang=fr',
  });
  return { id, path: simulator.pathOf(session.url) };
};

describe('every page', () => {
  it('shows that every page is a simulation, without scripts and external files', async () => {
    for (const path of [await checkout(), (await portal()).path, '/', '/c/pay/none', '/p/session/none']) {
      const answer = await simulator.get(path);
      const page = await answer.text();
      expect([path, /simulation/i.test(page)]).toEqual([path, true]);
      expect(page).not.toMatch(/<script|style=|\son\w+=/);
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self';/,
      );
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it("shows a page with the locale auto in the browser's language", async () => {
    const page = await text(simulator.get(await checkout({ locale: 'auto' }), { 'accept-language': 'fr-CA,en;q=0.5' }));
    expect(page).toContain('<html lang="fr">');
  });
});

describe('the checkout page', () => {
  it('shows the product, the charges with their dates, and a link back', async () => {
    const page = await text(
      simulator.get(await checkout({ locale: 'en', discounts: [{ promotion_code: 'promo_welcome20' }] })),
    );
    expect(page).toContain('Subscribe to Family membership');
    expect(page).toMatch(/Free until \w+\u00a0\d+,\u00a0\d{4}/);
    expect(page).toContain('Then $7.99 a month');
    expect(page).toContain('Discount WELCOME20 (20%)');
    expect(page).toMatch(/Due today<\/dt><dd>\$0\.00/);
    expect(page).toContain('href="http://localhost:4173/dashboard?payment=cancelled"');
  });

  it('links each error to its field, focuses the first one, and keeps typed text except the card', async () => {
    const wrong = { number: '1234 5678', expiry: '13/99', cvc: '12', name: 'Marie "<b>' };
    const page = await text(simulator.post(await checkout({ locale: 'en' }), wrong));
    expect(page).toContain('<title>Error: ');
    expect(page).toContain('role="alert"');
    for (const field of ['number', 'expiry', 'cvc']) {
      expect(page).toMatch(
        new RegExp(`id="${field}"[^>]*aria-describedby="${field}-hint ${field}-error"[^>]*aria-invalid="true"`),
      );
      expect(page).toContain(`id="${field}-error"`);
    }
    expect(page.match(/autofocus/g)).toHaveLength(1);
    expect(page).toContain('value="Marie &quot;&lt;b&gt;"');
    expect(page).not.toContain('1234 5678');
  });

  it('rejects a card number that could be real, and an expired card', async () => {
    const path = await checkout({ locale: 'en' });
    expect(await text(simulator.post(path, { ...goodCard, number: '4111111111111111' }))).toContain(
      'none of the test numbers',
    );
    expect(await text(simulator.post(path, { ...goodCard, expiry: '01/20' }))).toContain('This card has expired.');
  });

  it('asks for an email address if the session has none', async () => {
    const { customer_email: _email, ...rest } = order;
    const path = simulator.pathOf((await simulator.stripe.checkout.sessions.create({ ...rest, locale: 'en' })).url);
    expect(await text(simulator.post(path, goodCard))).toContain('Write an email address');
    expect((await simulator.post(path, { ...goodCard, email: 'typed@example.com' })).status).toBe(303);
    const id = path.slice('/c/pay/'.length);
    const paid = await simulator.stripe.checkout.sessions.retrieve(id, { expand: ['customer'] });
    expect(paid.customer).toMatchObject({ email: 'typed@example.com' });
  });

  it('shows that a checkout is paid, and permits the redirect to the success address', async () => {
    const path = await checkout({ locale: 'en' });
    const open = await simulator.get(path);
    expect(open.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:4173;");
    await simulator.post(path, goodCard);
    expect(await text(simulator.get(path))).toContain('There is nothing more to pay here.');
  });
});

describe('the billing page', () => {
  it('asks before it cancels at the end of the period, and can withdraw the cancellation', async () => {
    const { id, path } = await portal(goodCard, 'en');
    expect(await text(simulator.get(`${path}?step=cancel`))).toContain('Cancel the subscription?');
    const answer = await simulator.post(`${path}/cancel`, {});
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?notice=canceledNow`]);
    expect(await simulator.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true });
    expect(await text(simulator.get(path))).toContain('is not renewed');
    await simulator.post(`${path}/resume`, {});
    expect(await simulator.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false });
  });

  it('serves the billing page for a day', async () => {
    const { path } = await portal();
    await simulator.advance(86_401);
    expect((await simulator.get(path)).status).toBe(404);
  });
});
