import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '../../src/contracts/language.ts';
import confirmation from '../../locales/en/confirmation.json' with { type: 'json' };
import dashboard from '../../locales/en/dashboard.json' with { type: 'json' };
import errors from '../../locales/en/errors.json' with { type: 'json' };
import mail from '../../locales/en/mail.json' with { type: 'json' };
import paymentSimulator from '../../locales/en/payment-simulator.json' with { type: 'json' };
import resetPassword from '../../locales/en/reset-password.json' with { type: 'json' };
import signIn from '../../locales/en/sign-in.json' with { type: 'json' };
import site from '../../locales/en/site.json' with { type: 'json' };
import { inEachLanguage, simulatorUrl } from './settings.ts';
import { goToDashboard } from './parent.ts';

/** The texts that a parent reads. */
export const messages = inEachLanguage({
  confirmation,
  dashboard,
  errors,
  mail,
  'payment-simulator': paymentSimulator,
  'reset-password': resetPassword,
  'sign-in': signIn,
  site,
});

/** Returns a pattern that matches a message of those files with any values. */
export const patternOf = (sentence: string): RegExp =>
  new RegExp(sentence.replaceAll(/(?:\{\{[^}]*\}\}|[^\p{L}\p{N}])+/gu, '.*'));

/** Stripe's test cards that the simulator supports. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
} as const;
type Card = keyof typeof cards;

/** Fills in and submits the form of the payment page, or the form that changes the card. */
export const sendCard = async (page: Page, card: Card): Promise<void> => {
  await page.locator('input[name="number"]').fill(cards[card]);
  await page.locator('form.pay button').first().click();
};

export const onPaymentPage = (page: Page): Promise<void> => page.waitForURL(`${simulatorUrl}/c/pay/**`);
export const onBillingPage = (page: Page): Promise<void> => page.waitForURL(`${simulatorUrl}/p/session/**`);

/** Goes from the payment page to the confirmation page. */
export const pay = async (page: Page, card: Card = 'good'): Promise<void> => {
  await onPaymentPage(page);
  await sendCard(page, card);
  await page.waitForURL('**/confirmation**');
};

type Plan = keyof typeof dashboard.plan.pill;

/** Waits for the label of the plan, which names its state. */
export const expectPlan = (page: Page, language: Language, pill: Plan): Promise<void> =>
  page.locator('.maths-pill').getByText(messages[language].dashboard.plan.pill[pill], { exact: true }).waitFor();

/** Waits until the plan has this label, because a webhook takes time. */
export const untilPlan = (page: Page, language: Language, pill: Plan): Promise<void> => {
  const shown = async (): Promise<string | null> => {
    await goToDashboard(page, `?lang=${language}`);
    return page.locator('.maths-pill').textContent();
  };
  return expect.poll(shown).toBe(messages[language].dashboard.plan.pill[pill]);
};

export const pressOnDashboard = (page: Page, name: string): Promise<void> =>
  page.locator('maths-dashboard').getByRole('button', { name, exact: true }).click();

/** Starts a trial from the dashboard of a parent who never paid. */
export const subscribe = async (page: Page, language: Language = 'en', card: Card = 'good'): Promise<void> => {
  await goToDashboard(page, `?lang=${language}`);
  await pressOnDashboard(page, messages[language].dashboard.offer.first);
  await pay(page, card);
  const { heading } = messages[language].site.confirmation.membership.trial;
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
};

type Subscription = { id: string; status: string; metadata: Record<string, string>; cancel_at_period_end: boolean };

/** Returns all subscriptions of a user at Stripe, ended ones included. */
export const subscriptionsAtStripe = async (userId: string): Promise<Subscription[]> => {
  const answer = await fetch(`${simulatorUrl}/v1/subscriptions?status=all&limit=100`, {
    headers: { authorization: 'Bearer sk_test_e2e' },
  });
  const { data }: { data: Subscription[] } = await answer.json();
  return data.filter(({ metadata }) => metadata['userID'] === userId);
};

/** Advances Stripe's clock: trials end, renewals are charged, webhooks are sent. */
export const daysPassAtStripe = async (days: number): Promise<void> => {
  const answer = await fetch(`${simulatorUrl}/simulator/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: days * 86_400 }),
  });
  expect(answer.status).toBe(200);
};
