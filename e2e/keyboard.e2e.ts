import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expectFocusOn, press, type } from './support/keyboard.ts';
import { recoveryLink } from './support/mailbox.ts';
import { alert, email, newParent, password, submit } from './support/parent.ts';
import { cards, onPaymentPage, words } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { beginStories, browser } from './support/story.ts';

// One page from the first test to the last.
let page: Page;
beginStories();
beforeAll(async () => {
  page = await browser.newPage();
});

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
    await onPaymentPage(page);
  });

  it('pays', async () => {
    await type(page.locator('input[name="number"]'), cards.good);
    await type(page.locator('input[name="expiry"]'), '12/34');
    await type(page.locator('input[name="cvc"]'), '123');
    await type(page.locator('input[name="name"]'), 'A Parent');
    await page.keyboard.press('Enter');
    await press(link(words.en.confirmation.manage.button, 'main'));
    // A new document, so reading begins at its top.
    await heading('Your account').waitFor();
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
