import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { recoveryLink } from './support/mailbox.ts';
import { alert, email, newParent, password, submit } from './support/parent.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { portalUrl } from './support/settings.ts';

let portal: Portal;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  page = await browser.newPage();
});
afterAll(() => Promise.all([portal.stop(), browser.close()]));

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const root = element.getRootNode();
    return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
  });

/** Presses Tab until the target has the focus, which must be somewhere at every step. */
const tabTo = async (target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < 30; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
};

const press = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(target);
  await page.keyboard.press(key);
};

const type = async (target: Locator, text: string): Promise<void> => {
  await tabTo(target);
  await page.keyboard.type(text);
};

/** The heading of a page one came to, or a message: where reading goes on. */
const expectFocusOn = (target: Locator): Promise<void> => expect.poll(() => hasFocus(target)).toBe(true);

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const link = (name: string, within: 'banner' | 'main') => page.getByRole(within).getByRole('link', { name });
const button = (name: string) => page.getByRole('button', { name });

describe('a parent who uses the keyboard alone never loses the place', () => {
  const parent = newParent();
  const chosen = 'a new one, typed';

  it('skips the header, and signs up', async () => {
    await page.goto(`${portalUrl}/signup`);
    await email(page).waitFor();
    await page.keyboard.press('Tab');
    await expectFocusOn(page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectFocusOn(email(page));
    await page.keyboard.press('Enter');
    await alert(page).waitFor();
    await expectFocusOn(email(page));
    await type(email(page), parent.email);
    await type(password(page), parent.password);
    await press(page.locator('input[name="agreement"]'), 'Space');
    await press(page.locator('input[name="cookies"]'), 'Space');
    await page.keyboard.press('Enter');
    await expectFocusOn(heading('Your account'));
  });

  it('switches the language', async () => {
    await press(link('Français', 'banner'));
    await heading('Votre compte').waitFor();
    await expectFocusOn(link('Français', 'banner'));
    await press(link('English', 'banner'));
    await heading('Your account').waitFor();
  });

  it('asks for a new password on the dashboard, and logs out', async () => {
    await press(button('Reset password'));
    await page.locator('maths-dashboard').getByRole('status').waitFor();
    await press(button('Log out'));
    await expectFocusOn(heading('The maths game children ask for'));
  });

  it('is refused, forgets the password, and asks for the mail', async () => {
    await press(link('Log in', 'banner'));
    await expectFocusOn(heading('Log in'));
    await type(email(page), parent.email);
    await type(password(page), 'wrong word');
    await page.keyboard.press('Enter');
    await expectFocusOn(alert(page));
    await press(button('Forgot your password?'));
    await expectFocusOn(
      page.locator('form').filter({ has: page.getByRole('heading', { name: 'Reset your password' }) }),
    );
    await press(submit(page));
    await expectFocusOn(page.locator('maths-sign-in').getByRole('status'));
  });

  it('sets the new password and logs in with it', async () => {
    await page.goto(await recoveryLink(parent.email));
    await type(password(page), chosen);
    await page.keyboard.press('Enter');
    await expectFocusOn(page.locator('maths-reset-password').getByRole('status'));
    await press(link('Log in', 'main'));
    await type(email(page), parent.email);
    await type(password(page), chosen);
    await page.keyboard.press('Enter');
    await expectFocusOn(heading('Your account'));
  });
});
