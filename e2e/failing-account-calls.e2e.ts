import { readdirSync, readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { levelFilesPath, levelsPath } from '../src/contracts/levels.ts';
import { renewalInterval } from '../src/contracts/token.ts';
import { minute } from '../src/lib/durations.ts';
import levelMessages from '../locales/en/levels.json' with { type: 'json' };
import { advanceUntil, failEachWay, tryEachFault } from './support/faults.ts';
import { recoveryLink } from './support/mailbox.ts';
import {
  alert,
  beSignedIn,
  fillIn,
  goToDashboard,
  newParent,
  openReady,
  password,
  storedSession,
  submit,
  tickAll,
} from './support/parent.ts';
import {
  expectMembership,
  expectPlan,
  messages,
  onBillingPage,
  onPaymentPage,
  patternOf,
  subscribe,
} from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { context, page, setUpPage } from './support/setup.ts';

setUpPage();

const { dashboard, site } = messages.en;
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const at = (path: string): string => `${portalUrl}${path}*`;
const playfab = (method: string): string => at(`${apiPaths.playfab}/${method}`);
const recovery = playfab('Client/SendAccountRecoveryEmail');

beforeEach(() => page.clock.install());

describe('a failed call of the account shows a message within 15 s, and nothing is lost', () => {
  it('keeps the account and retries the last step when the payment page fails at the end of a sign-up', async () => {
    await openReady(page, `${portalUrl}/signup`);
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
    await failEachWay({ page }, at(path.replace('?', '\\?')), () => page.goto(`${portalUrl}/dashboard`));
    await button('Try again').click();
    await expectPlan(page, 'en', 'none');
  });

  it('shows the known state on the dashboard when Stripe cannot be queried on return', async () => {
    await beSignedIn(context);
    const message = page.locator('.maths-plan').filter({ has: page.locator('.maths-pill') });
    const arrive = () => page.goto(`${portalUrl}/dashboard?payment=managed`);
    const expectUsable = () => expectPlan(page, 'en', 'none');
    await failEachWay({ page, message, expectUsable }, at(apiPaths.refreshSubscription), arrive);
  });

  it('shows the next steps after a purchase, and that the membership could not be checked', async () => {
    await beSignedIn(context);
    const { membership } = site.confirmation;
    const message = page.getByRole('status').filter({ has: page.getByRole('heading') });
    const store = page.locator('maths-confirmation').getByRole('link', { name: /App Store/ });
    const arrive = () => page.goto(`${portalUrl}/confirmation?checkout=cs_test_1`);
    const expectUsable = async (fault: string): Promise<void> => {
      expect(await message.innerText(), fault).toContain(membership.unknown.heading);
      expect(await store.getAttribute('href'), fault).toContain('playfab_token');
    };
    await failEachWay({ page, message, expectUsable }, at(apiPaths.refreshSubscription), arrive);
    await arrive();
    await expectMembership(page, 'en', 'pending');
  });

  it('keeps the dashboard usable when the mail for a new password cannot be sent', async () => {
    const parent = newParent();
    await beSignedIn(context, parent);
    await goToDashboard(page);
    const send = (): Promise<void> => button(dashboard.reset).click();
    await failEachWay({ page }, recovery, send);
    await send();
    await recoveryLink(parent.email);
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
    await page.getByRole('banner').getByText(site.notice.accountDeleted).waitFor();
    expect(await storedSession(page)).toBeNull();
  });

  it.each([
    playfab('Client/LoginWithEmailAddress'),
    playfab('CloudScript/ExecuteFunction'),
    at(apiPaths.integrations),
    recovery,
  ])('keeps the account and the password when the deletion asks for a new sign-in that fails: %s', async (call) => {
    const parent = newParent();
    await beSignedIn(context, parent);
    await goToDashboard(page);
    await button(dashboard.delete.open).click();
    await button(dashboard.delete.goOn).click();
    const deletion = `${portalUrl}${apiPaths.user}/\\?*`;
    // The server refuses a sign-in that is older than fifteen minutes.
    const json = { success: false, error: 'RECENT_SIGN_IN_REQUIRED' };
    await page.route(deletion, (route) => route.fulfill({ status: 403, json }));
    await button(dashboard.delete.confirm.yes).click();
    await password(page).fill(parent.password);
    await page.unroute(deletion);
    const asksForMail = call === recovery;
    const act = () => button(asksForMail ? dashboard.delete.confirm.forgotten : dashboard.delete.confirm.yes).click();
    const expectUsable = async (fault: string): Promise<void> => {
      expect(await password(page).inputValue(), fault).toBe(parent.password);
      expect(await storedSession(page), fault).not.toBeNull();
    };
    await failEachWay({ page, expectUsable }, call, act);
    await act();
    if (asksForMail) return void (await recoveryLink(parent.email));
    await page.getByRole('banner').getByText(site.notice.accountDeleted).waitFor();
    return expect(await storedSession(page)).toBeNull();
  });
});

describe('a failed call that nobody waits for changes nothing on the page', () => {
  it('logs out when the server cannot be told', async () => {
    const logOut = async (): Promise<void> => {
      await beSignedIn(context);
      await goToDashboard(page);
      await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
    };
    await tryEachFault(page, at(apiPaths.integrations), logOut, async (fault) => {
      await page.waitForURL(`${portalUrl}/`);
      expect(await storedSession(page), fault).toBeNull();
    });
  });

  it.each([playfab('CloudScript/ExecuteFunction'), at(apiPaths.integrations)])(
    'keeps the session when its renewal fails, and renews it later: %s',
    async (call) => {
      await beSignedIn(context);
      await goToDashboard(page);
      // The interval begins when the attempt before has ended.
      const renew = () => page.clock.fastForward(renewalInterval + minute);
      await tryEachFault(page, call, renew, async (fault, openRequests) => {
        await expect.poll(openRequests).toEqual([]);
        await page.clock.runFor(15_000);
        expect(await alert(page).count(), fault).toBe(0);
        expect(await storedSession(page), fault).not.toBeNull();
      });
      const before = await storedSession(page);
      // Once only: the clock would also end the deadlines of a renewal that is running.
      await renew();
      await expect.poll(() => storedSession(page)).not.toBe(before);
      await page.reload();
      await expectPlan(page, 'en', 'none');
    },
  );

  it('renews the session with the old entity token when PlayFab returns no new one', async () => {
    await beSignedIn(context);
    let before: string | null = null;
    const renew = async (): Promise<void> => {
      await goToDashboard(page);
      before = await storedSession(page);
      await page.clock.fastForward(renewalInterval);
    };
    await tryEachFault(page, playfab('Authentication/GetEntityToken'), renew, async (fault, openRequests) => {
      await advanceUntil(page, openRequests, async () => (await storedSession(page)) !== before);
      expect(await storedSession(page), fault).not.toBeNull();
      expect(await alert(page).count(), fault).toBe(0);
    });
    await goToDashboard(page);
    await expectPlan(page, 'en', 'none');
  });
});

describe('a failed call of the level tool', () => {
  const names = readdirSync('backend/levels').flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
  const file = { name: 'levels.csv', mimeType: 'text/csv', buffer: Buffer.from(['LevelName', ...names].join('\n')) };
  const tool = (): Locator => page.locator('maths-levels');
  const choose = (): Promise<void> => tool().locator('input[type=file]').setInputFiles(file);

  const rows = (): Locator => tool().locator('.maths-level');

  it('offers to retry the list', async () => {
    await page.goto(`${portalUrl}/devtools/ugc`);
    await failEachWay({ page }, at(levelsPath), choose);
    await button('Try again').click();
    await rows().first().waitFor();
  });

  it('names the level that could not be downloaded, and offers to download it again', async () => {
    const { failed } = levelMessages;
    const [name = ''] = names;
    await page.goto(`${portalUrl}/devtools/ugc`);
    await choose();
    await rows().first().locator('input').check();
    const download = () =>
      tool()
        .getByRole('button', { name: /^Download Selected/ })
        .click();
    const expectUsable = async (fault: string): Promise<void> => {
      expect(await alert(page).textContent(), fault).toMatch(patternOf(failed.message));
      expect(await tool().locator('.maths-names').getByText(name, { exact: true }).count(), fault).toBe(1);
      expect(await button(failed.retry).isEnabled(), fault).toBe(true);
    };
    const call = at(`${levelFilesPath}/${name}.json`);
    await failEachWay({ page, expectUsable }, call, download);
    const saved = page.waitForEvent('download');
    await button(failed.retry).click();
    expect(readFileSync(await (await saved).path()).includes(`${name}.json`)).toBe(true);
  });
});
