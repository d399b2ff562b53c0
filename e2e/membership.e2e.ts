import { describe, expect, it } from 'vitest';
import { type DemoStoreEventBody, demoStoreEventPath } from '../src/contracts/demo-store-event.ts';
import { languages } from '../src/contracts/language.ts';
import { beSignedIn, goToDashboard } from './support/parent.ts';
import {
  daysPassAtStripe,
  expectPlan,
  patternOf,
  onBillingPage,
  pressOnDashboard,
  sendCard,
  subscribe,
  subscriptionsAtStripe,
  untilPlan,
  messages,
} from './support/payment.ts';
import { demoUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

setUpPage();

describe.each(languages)('a subscriber, in %s', (language) => {
  const { dashboard, simulator } = messages[language];
  const openBilling = async (): Promise<void> => {
    await pressOnDashboard(page, dashboard.manage.button);
    await onBillingPage(page);
  };
  const comeBack = () => page.getByRole('link', { name: patternOf(simulator.backTo) }).click();

  it('cancels at the end of the period, and undoes it', async () => {
    await beSignedIn(context);
    await subscribe(page, language);
    await goToDashboard(page);
    await openBilling();
    await page.getByRole('link', { name: simulator.portal.cancel }).click();
    await page.getByRole('button', { name: patternOf(simulator.portal.confirmCancel) }).click();
    await page.getByText(simulator.portal.canceledNow).waitFor();
    await comeBack();
    await expectPlan(page, language, 'trialEnding');
    await page.getByText(patternOf(dashboard.plan.dated.trialEnding)).waitFor();
    await openBilling();
    await page.getByRole('button', { name: simulator.portal.resume }).click();
    await page.getByText(simulator.portal.resumed).waitFor();
    await comeBack();
    await expectPlan(page, language, 'trial');
  });

  it('charges a subscriber when the trial ends', async () => {
    const { userId } = await beSignedIn(context);
    await subscribe(page, language);
    await daysPassAtStripe(8);
    await untilPlan(page, language, 'active');
    await page.getByText(patternOf(dashboard.plan.dated.active)).waitFor();
    expect(await subscriptionsAtStripe(userId)).toMatchObject([{ status: 'active' }]);
  });

  it('learns that a renewal failed, changes the card, and is a member again', async () => {
    await beSignedIn(context);
    await subscribe(page, language, 'failsLater');
    await daysPassAtStripe(8);
    await untilPlan(page, language, 'pastDue');
    await page.getByText(dashboard.plan.card.pastDue).waitFor();
    await openBilling();
    await page.getByRole('link', { name: simulator.portal.changeCard }).click();
    await sendCard(page, 'good');
    await page.getByText(simulator.portal.saved).waitFor();
    await comeBack();
    await expectPlan(page, language, 'active');
  });

  it.each(['apple', 'google'] as const)(
    'shows a member of the %s store where to manage the membership, and no offer',
    async (store) => {
      const { userId } = await beSignedIn(context);
      const told = await fetch(demoUrl + demoStoreEventPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userID: userId, store, happening: 'bought' } satisfies DemoStoreEventBody),
      });
      expect(told.status).toBe(200);
      await untilPlan(page, language, 'active');
      await page.getByText(dashboard.shop[store]).waitFor();
      const link = page.getByRole('link', { name: patternOf(dashboard.shop.manage[store]) });
      expect(await link.getAttribute('href')).toMatch(
        store === 'apple' ? /^https:\/\/apps\.apple\.com/ : /^https:\/\/play\.google/,
      );
      for (const name of [dashboard.offer.first, dashboard.offer.again, dashboard.manage.button]) {
        expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      }
    },
  );
});
