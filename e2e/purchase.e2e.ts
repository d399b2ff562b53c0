import { describe, expect, it } from 'vitest';
import { languages } from '../src/contracts/language.ts';
import { alert, beSignedIn, goToDashboard, newParent, signUp } from './support/parent.ts';
import {
  expectMembership,
  expectPlan,
  patternOf,
  onPaymentPage,
  pay,
  pressOnDashboard,
  sendCard,
  subscribe,
  subscriptionsAtStripe,
  untilPlan,
  messages,
} from './support/payment.ts';
import { portalUrl, urlOf } from './support/settings.ts';
import { setUpPage, browser, context, page } from './support/setup.ts';

setUpPage();

describe.each(languages)('a parent buys, in %s', (language) => {
  const { dashboard, confirmation, simulator } = messages[language];

  it('signs up, pays, reads the confirmation, and the dashboard shows the trial', async () => {
    await signUp(page, newParent(), `?lang=${language}`);
    await page.getByText(simulator.checkout.dueToday).waitFor();
    await pay(page);
    await expectMembership(page, language, 'trial');
    expect(new URL(page.url()).searchParams.has('checkout')).toBe(false);
    await page.getByRole('main').getByRole('link', { name: confirmation.manage.button }).click();
    await page.waitForURL(urlOf('/dashboard'));
    await expectPlan(page, language, 'trial');
    await page.getByText(patternOf(dashboard.plan.dated.trial)).waitFor();
    expect(await page.getByRole('button', { name: dashboard.offer.first, exact: true }).count()).toBe(0);
  });

  it('passes a coupon on, which the payment page deducts', async () => {
    await signUp(page, newParent(), `?lang=${language}&coupon=WELCOME20`);
    await page.getByText(patternOf(simulator.checkout.discount.replace('{{code}}', 'WELCOME20'))).waitFor();
    await pay(page);
    await expectMembership(page, language, 'trial');
  });

  it.each(['nobody-has-this', 'staff_free', 'LASTYEAR'])(
    'ignores the coupon %s, and buys without it',
    async (coupon) => {
      await signUp(page, newParent(), `?lang=${language}&coupon=${coupon}`);
      await page.getByText(simulator.checkout.dueToday).waitFor();
      expect(await page.locator('.discount').count()).toBe(0);
      await pay(page);
      await expectMembership(page, language, 'trial');
    },
  );

  it('sees that the card was declined, and pays with another one', async () => {
    const { userId } = await beSignedIn(context);
    await goToDashboard(page, `?lang=${language}`);
    await pressOnDashboard(page, dashboard.offer.first);
    await onPaymentPage(page);
    await sendCard(page, 'declined');
    await alert(page).getByText(simulator.errors.declined).waitFor();
    expect(await subscriptionsAtStripe(userId)).toEqual([]);
    await pay(page);
    expect(await subscriptionsAtStripe(userId)).toMatchObject([{ status: 'trialing' }]);
  });

  it('leaves the payment page, reads that nothing was charged, and tries again', async () => {
    await signUp(page, newParent(), `?lang=${language}&coupon=WELCOME20`);
    await page.getByRole('link', { name: patternOf(simulator.backTo) }).click();
    await page.getByText(dashboard.notice['payment-cancelled']).waitFor();
    await expectPlan(page, language, 'none');
    expect(new URL(page.url()).searchParams.has('payment')).toBe(false);
    // The coupon belongs to the account now, and no longer to an address.
    await goToDashboard(page, `?lang=${language}`);
    await page.getByText(/WELCOME20.*7[.,]99/).waitFor();
    await pressOnDashboard(page, dashboard.offer.first);
    await page.getByText(patternOf(simulator.checkout.discount.replace('{{code}}', 'WELCOME20'))).waitFor();
    await pay(page);
    await untilPlan(page, language, 'trial');
    await page.getByText(/7[.,]99.*9[.,]99/).waitFor();
  });
});

describe('subscriptions of one parent', () => {
  it('keeps one subscription when two tabs pay', async () => {
    const { userId } = await beSignedIn(context);
    const tabs = [page, await context.newPage()];
    for (const tab of tabs) {
      await goToDashboard(tab);
      await pressOnDashboard(tab, messages.en.dashboard.offer.first);
      await onPaymentPage(tab);
    }
    for (const tab of tabs) await pay(tab);
    expect(await subscriptionsAtStripe(userId)).toMatchObject([{ status: 'trialing' }]);
  });

  it('rejects payment on an older payment page once a newer one was opened', async () => {
    const { userId } = await beSignedIn(context);
    const french = await context.newPage();
    await goToDashboard(page, '?lang=en');
    await pressOnDashboard(page, messages.en.dashboard.offer.first);
    await onPaymentPage(page);
    await goToDashboard(french, '?lang=fr');
    await pressOnDashboard(french, messages.fr.dashboard.offer.first);
    await pay(french);
    await sendCard(page, 'good');
    await page.getByText(messages.en.simulator.checkout.expiredText).waitFor();
    expect(await subscriptionsAtStripe(userId)).toMatchObject([{ status: 'trialing' }]);
  });

  it('shows and grants nothing for another person’s checkout on the confirmation page', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    await pressOnDashboard(page, messages.en.dashboard.offer.first);
    await onPaymentPage(page);
    const checkout = new URL(page.url()).pathname.split('/').at(-1);
    await pay(page);

    const stranger = await browser.newContext();
    const { userId } = await beSignedIn(stranger);
    const theirs = await stranger.newPage();
    await theirs.goto(`${portalUrl}/confirmation?lang=en&checkout=${checkout}`);
    await expectMembership(theirs, 'en', 'pending');
    await goToDashboard(theirs);
    await expectPlan(theirs, 'en', 'none');
    expect(await subscriptionsAtStripe(userId)).toEqual([]);
    await stranger.close();
  });

  it('offers no second subscription to a subscriber who returns to an old sign-up page', async () => {
    const { userId } = await beSignedIn(context);
    const old = await context.newPage();
    await goToDashboard(old);
    await subscribe(page);
    await pressOnDashboard(old, messages.en.dashboard.offer.first);
    await expectPlan(old, 'en', 'trial');
    await old.getByText(messages.en.dashboard.notice['already-subscribed']).waitFor();
    expect(await subscriptionsAtStripe(userId)).toHaveLength(1);
  });
});
