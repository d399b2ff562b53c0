import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { faults, secondsToSentence } from './support/faults.ts';
import {
  alert,
  beSignedIn,
  fillIn,
  goToDashboard,
  newParent,
  storedSession,
  submit,
  tickAll,
  untilViewIsLoaded,
} from './support/parent.ts';
import { expectPlan, onBillingPage, onPaymentPage, subscribe, messages } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

setUpPage();

const { dashboard } = messages.en;
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

/** Lets the call fail in each way, and checks after each that the parent has a message within 15 s and can continue. */
const failEachWay = async (call: string, act: () => Promise<unknown>): Promise<void> => {
  for (const [fault, fail] of Object.entries(faults)) {
    await page.route(call, fail);
    await Promise.all([page.waitForRequest(call), act()]);
    expect(await secondsToSentence(page), fault).toBeLessThanOrEqual(16);
    expect(await alert(page).first().textContent(), fault).toMatch(/[a-z]{3}.*[.!]/);
    await page.unroute(call);
  }
};
const at = (path: string): string => `${portalUrl}${path}*`;

beforeEach(() => page.clock.install());

describe('a failed call of the account shows a message within 15 s, and nothing is lost', () => {
  it('keeps the account and retries the last step when the payment page fails at the end of a sign-up', async () => {
    await page.goto(`${portalUrl}/signup`);
    await untilViewIsLoaded(page, 'maths-sign-up');
    await fillIn(page, newParent());
    await tickAll(page);
    const last = async (): Promise<void> => {
      await ((await button('Try again').count()) > 0 ? button('Try again') : submit(page)).click();
    };
    await failEachWay(at(apiPaths.purchaseSession), last);
    expect(await storedSession(page)).not.toBeNull();
    await last();
    await onPaymentPage(page);
  });

  it('keeps the dashboard usable when its payment page fails', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    await failEachWay(at(apiPaths.purchaseSession), () => button(dashboard.offer.first).click());
    await button(dashboard.offer.first).click();
    await onPaymentPage(page);
  });

  it('keeps the dashboard usable when the page to manage a subscription fails', async () => {
    await beSignedIn(context);
    await subscribe(page);
    await goToDashboard(page);
    await failEachWay(at(apiPaths.manageSubscription), () => button(dashboard.manage.button).click());
    await button(dashboard.manage.button).click();
    await onBillingPage(page);
  });

  it.each([`${apiPaths.user}?`, apiPaths.subscriptionStatus])('offers to retry the dashboard: %s', async (path) => {
    await beSignedIn(context);
    await failEachWay(`${portalUrl}${path.replace('?', '\\?')}*`, () => page.goto(`${portalUrl}/dashboard`));
    await button('Try again').click();
    await expectPlan(page, 'en', 'none');
  });

  it('shows the known state on the dashboard when Stripe cannot be queried on return', async () => {
    await beSignedIn(context);
    for (const [fault, fail] of Object.entries(faults)) {
      await page.route(at(apiPaths.refreshSubscription), fail);
      const asked = page.waitForRequest(at(apiPaths.refreshSubscription));
      await page.goto(`${portalUrl}/dashboard?payment=managed`);
      await asked;
      let seconds = 0;
      for (; seconds < 20 && (await page.locator('.maths-pill').count()) === 0; seconds += 1)
        await page.clock.runFor(1000);
      expect(seconds, fault).toBeLessThanOrEqual(16);
      await expectPlan(page, 'en', 'none');
      await page.unroute(at(apiPaths.refreshSubscription));
    }
  });

  it('keeps the account when its deletion fails, and deletes it on retry', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    await button(dashboard.delete.open).click();
    await button(dashboard.delete.goOn).click();
    const confirm = () => button(dashboard.delete.confirm.yes).click();
    await failEachWay(`${portalUrl}${apiPaths.user}/\\?*`, confirm);
    expect(await storedSession(page)).not.toBeNull();
    await confirm();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(await storedSession(page)).toBeNull();
  });
});
