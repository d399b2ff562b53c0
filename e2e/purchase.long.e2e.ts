import { describe, expect, it, beforeEach } from 'vitest';
import { alert, beSignedIn, goToDashboard, newParent, signUp, storedSession, untilReady } from './support/parent.ts';
import {
  daysPassAtStripe,
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
  onBillingPage,
} from './support/payment.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, context, page, portal } from './support/setup.ts';
import { type DemoStoreEventBody, demoStoreEventPath } from '../src/contracts/demo.ts';
import type { Page } from 'playwright-core';
import { apiPaths } from '../src/contracts/api.ts';
import { encodePParameter, renewalInterval } from '../src/contracts/session.ts';
import { requestsOf } from './support/browser.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import { letTimePass } from './support/portal.ts';

describe('a purchase', () => {
  setUpPage();

  describe('a parent hesitates, in French', () => {
    const language = 'fr';
    const { dashboard, 'payment-simulator': simulator } = messages[language];

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
});

describe('a membership', () => {
  setUpPage();

  describe('a subscriber, in French', () => {
    const language = 'fr';
    const { dashboard, 'payment-simulator': simulator } = messages[language];
    const openBilling = async (button = dashboard.manage.button): Promise<void> => {
      await pressOnDashboard(page, button);
      await onBillingPage(page);
    };
    const comeBack = () => page.getByRole('link', { name: patternOf(simulator.backTo) }).click();

    it('cancels at the end of the period on Stripe’s page, and keeps the membership on the dashboard', async () => {
      await beSignedIn(context);
      await subscribe(page, language);
      await goToDashboard(page);
      await openBilling();
      await page.getByRole('button', { name: simulator.portal.cancel }).click();
      await page.getByText(patternOf(simulator.portal.ending)).waitFor();
      await comeBack();
      await expectPlan(page, language, 'trialEnding');
      await page.getByText(patternOf(dashboard.plan.dated.trialEnding)).waitFor();
      await pressOnDashboard(page, dashboard.keep.button);
      await page.getByText(dashboard.keep.done).waitFor();
      await expectPlan(page, language, 'trial');
      await page.getByText(patternOf(dashboard.plan.next.trial)).waitFor();
    });

    it('gets the mails of the welcome, the end of the trial and a failed renewal, changes the card, is thanked, and is a member', async () => {
      const parent = newParent();
      await beSignedIn(context, parent);
      await subscribe(page, language, 'failsLater');
      const mailAbout = (template: 'welcome' | 'trial-ends' | 'payment-failed') =>
        mailTo(parent.email, patternOf(messages.en.mail[template].subject));
      linkTo(await mailAbout('welcome'), '/confirmation');
      await daysPassAtStripe(5);
      linkTo(await mailAbout('trial-ends'), '/cancel');
      await daysPassAtStripe(3);
      await mailAbout('payment-failed');
      await untilPlan(page, language, 'pastDue');
      await page.getByText(patternOf(dashboard.plan.due.failed)).waitFor();
      await openBilling(dashboard.manage.card);
      await sendCard(page, 'good');
      await page.getByText(patternOf(simulator.portal.active)).waitFor();
      await comeBack();
      await page.getByRole('status').getByText(patternOf(dashboard.notice.paid)).waitFor();
      await expectPlan(page, language, 'active');
    });

    it('shows a member of an app store where to manage the membership, and no offer', async () => {
      const { userId } = await beSignedIn(context);
      const told = await fetch(demoUrl + demoStoreEventPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userID: userId, store: 'apple', happening: 'bought' } satisfies DemoStoreEventBody),
      });
      expect(told.status).toBe(200);
      await untilPlan(page, language, 'active');
      await page.getByText(dashboard.shop.apple).waitFor();
      const link = page.getByRole('link', { name: patternOf(dashboard.shop.manage.apple) });
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/apps\.apple\.com/);
      for (const name of [dashboard.offer.first, dashboard.manage.button]) {
        expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      }
    });
  });
});

describe('the page after a purchase', () => {
  // Motion is reduced, because axe would measure the contrast of a colour during its transition.
  setUpPage({ visitor: { reducedMotion: 'reduce' } });
  beforeEach(() =>
    context.route('https://numeria.example/**', (route) =>
      route.fulfill({ body: '<p>The store</p>', contentType: 'text/html' }),
    ),
  );

  const integrations = `${portalUrl}${apiPaths.integrations}?p=1`;
  const isAlive = async (token: string): Promise<boolean> =>
    (await fetch(`${portalUrl}${apiPaths.user}?p=${encodeURIComponent(encodePParameter(token))}`)).ok;
  const tokenIn = async (tab: Page): Promise<string> => JSON.parse((await storedSession(tab)) ?? '{}').token;
  const appStore = (tab: Page) => tab.locator('maths-confirmation').getByRole('link', { name: /App Store/ });
  const tokenOfLink = async (tab: Page) =>
    new URL((await appStore(tab).getAttribute('href')) ?? '').searchParams.get('playfab_token');

  /** The result of the purchase, once the server has responded. */
  const resultOf = (tab: Page) => tab.getByRole('status').getByRole('heading');

  const open = async (tab: Page, query = ''): Promise<void> => {
    await tab.goto(`${portalUrl}/confirmation${query}`);
    await appStore(tab).waitFor();
  };

  describe('the checkout id in the address', () => {
    it('removes the checkout id immediately: no link, history entry, Referer or request to another origin contains it', async () => {
      const sent = requestsOf(context);
      await beSignedIn(context);
      const checkout = 'cs_test_that_nobody_else_should_see';
      await open(page, `?lang=fr&coupon=ETE&checkout=${checkout}`);
      await resultOf(page).waitFor();
      expect(page.url()).toBe(`${portalUrl}/confirmation?lang=fr&coupon=ETE`);
      const hrefs = await page
        .locator('a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      expect(hrefs.filter((href) => href.includes(checkout))).toEqual([]);
      expect(hrefs.filter((href) => href.includes('playfab_token'))).toHaveLength(2);
      const leaked = sent.filter(({ url, headers, body }) => [url, headers['referer'], body].join().includes(checkout));
      expect(leaked.map(({ url }) => url.slice(portalUrl.length))).toEqual([
        `/confirmation?lang=fr&coupon=ETE&checkout=${checkout}`,
        apiPaths.refreshSubscription,
      ]);
    });
  });

  describe('a page that stays open', () => {
    const openTab = async (): Promise<Page> => {
      const tab = await context.newPage();
      await tab.clock.install();
      await open(tab);
      // The links are in the document. The renewal is scheduled when the element is ready.
      await untilReady(tab);
      return tab;
    };

    it('renews the session in one of two tabs, and the other follows', async () => {
      const { session } = await beSignedIn(context);
      const sent = requestsOf(context);
      const [here, there] = [await openTab(), await openTab()];
      await Promise.all([here, there].map((tab) => tab.clock.fastForward(renewalInterval)));
      await expect.poll(() => tokenOfLink(here)).not.toBe(session.token);
      const renewed = await tokenIn(here);
      await expect.poll(() => tokenOfLink(there)).toBe(renewed);
      expect(await tokenOfLink(here)).toBe(renewed);
      expect(await isAlive(renewed)).toBe(true);
      expect(sent.filter(({ method, url }) => method === 'PUT' && url === integrations)).toHaveLength(1);
    });
  });

  describe('the link to a store', () => {
    // This is the last test, because it ends the portal.
    it('continues with another token on the page; the one in the link expires a day later', async () => {
      const { session } = await beSignedIn(context);
      const sent = requestsOf(context);
      await open(page);
      const [store] = await Promise.all([context.waitForEvent('page'), appStore(page).click()]);
      await store.waitForLoadState();
      expect(store.url()).toBe(`https://numeria.example/app-store?playfab_token=${session.token}`);
      expect(sent.find(({ url }) => url === store.url())?.headers['referer']).toBeUndefined();
      expect(await store.evaluate(() => window.opener)).toBeNull();

      await expect.poll(() => tokenOfLink(page)).not.toBe(session.token);
      const next = await tokenIn(page);
      expect(await tokenOfLink(page)).toBe(next);
      expect(await Promise.all([session.token, next].map(isAlive))).toEqual([true, true]);

      const later = await letTimePass(portal, '24 hours');
      expect(await Promise.all([session.token, next].map(isAlive)).finally(later.stop)).toEqual([false, true]);
    });
  });
});
