import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { failEachWay } from './support/faults.ts';
import {
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
    await failEachWay({ page }, at(apiPaths.purchaseSession), last);
    expect(await storedSession(page)).not.toBeNull();
    await last();
    await onPaymentPage(page);
  });

  it('keeps the dashboard usable when its payment page fails', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    await failEachWay({ page }, at(apiPaths.purchaseSession), () => button(dashboard.offer.first).click());
    await button(dashboard.offer.first).click();
    await onPaymentPage(page);
  });

  it('keeps the dashboard usable when the page to manage a subscription fails', async () => {
    await beSignedIn(context);
    await subscribe(page);
    await goToDashboard(page);
    await failEachWay({ page }, at(apiPaths.manageSubscription), () => button(dashboard.manage.button).click());
    await button(dashboard.manage.button).click();
    await onBillingPage(page);
  });

  it.each([`${apiPaths.user}?`, apiPaths.subscriptionStatus])('offers to retry the dashboard: %s', async (path) => {
    await beSignedIn(context);
    await failEachWay({ page }, `${portalUrl}${path.replace('?', '\\?')}*`, () => page.goto(`${portalUrl}/dashboard`));
    await button('Try again').click();
    await expectPlan(page, 'en', 'none');
  });

  it('shows the known state on the dashboard when Stripe cannot be queried on return', async () => {
    await beSignedIn(context);
    const message = page.locator('.maths-plan').filter({ has: page.locator('.maths-pill') });
    await failEachWay(
      { page, message, expectUsable: () => expectPlan(page, 'en', 'none') },
      at(apiPaths.refreshSubscription),
      () => page.goto(`${portalUrl}/dashboard?payment=managed`),
    );
  });

  it('keeps the account when its deletion fails, and deletes it on retry', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    await button(dashboard.delete.open).click();
    await button(dashboard.delete.goOn).click();
    const confirm = () => button(dashboard.delete.confirm.yes).click();
    await failEachWay({ page }, `${portalUrl}${apiPaths.user}/\\?*`, confirm);
    expect(await storedSession(page)).not.toBeNull();
    await confirm();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(await storedSession(page)).toBeNull();
  });
});
