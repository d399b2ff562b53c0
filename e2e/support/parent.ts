import { randomBytes } from 'node:crypto';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { type SignedUp, signUp as signUpAt } from '../../backend/testing/parent-calls.ts';
import { consentCookie } from '../../src/contracts/cookies.ts';
import { storageKeys } from '../../src/contracts/session.ts';
import { portalUrl, simulatorUrl } from './settings.ts';

/** A page, or the frame or the tag in it that contains the form. */
export type Scope = Page | FrameLocator | Locator;
export type Parent = { email: string; password: string };

export const newParent = (): Parent => ({
  email: `parent-${randomBytes(6).toString('hex')}@mail.example`,
  password: `Pa ss ${randomBytes(6).toString('hex')}`,
});

export const email = (scope: Scope) => scope.locator('input[name="email"]');
export const password = (scope: Scope) => scope.locator('input[name="password"]');
export const submit = (scope: Scope) => scope.locator('button[type="submit"]');
export const alert = (scope: Scope) => scope.getByRole('alert');

export const fillIn = async (scope: Scope, parent: Parent): Promise<void> => {
  await email(scope).fill(parent.email);
  await password(scope).fill(parent.password);
};

/** Accepts the consents of a form. The portal's own pages ask for them, a widget does not. */
export const tickAll = async (scope: Scope): Promise<void> => {
  for (const box of await scope.locator('input[type="checkbox"]').filter({ visible: true }).all()) await box.check();
};

/** Waits until every form and view in the page and its frames takes input. */
export const untilReady = async (page: Page): Promise<void> => {
  for (const frame of page.frames()) {
    await frame.waitForFunction(() =>
      [...document.querySelectorAll('*')]
        .filter(({ localName }) => localName.startsWith('maths-'))
        .every((element) => element.matches(':state(ready)')),
    );
  }
};

export const openReady = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await untilReady(page);
};

/** Creates an account without the form, for tests that start after the sign-up. */
export const openAccount = (parent: Parent): Promise<SignedUp> => signUpAt(portalUrl, parent);

/** Creates a parent with a new account and without purchases, whose session and consent this browser stores. */
export const beSignedIn = async (context: BrowserContext, parent: Parent = newParent()): Promise<SignedUp> => {
  const account = await openAccount(parent);
  // An open page for guests would follow the session to the dashboard, while the test opens another page.
  for (const page of context.pages()) await page.goto('about:blank');
  const session = { name: storageKeys.session, value: JSON.stringify(account.session) };
  await context.setStorageState({ cookies: [], origins: [{ origin: portalUrl, localStorage: [session] }] });
  // Otherwise the banner closes while a test scrolls to what it presses, which moves that away.
  await context.addCookies([{ name: consentCookie.name, value: consentCookie.necessary, url: portalUrl }]);
  return account;
};

/** Fills in and submits a form, with the consents that it asks for. */
export const send = async (scope: Scope, parent: Parent): Promise<void> => {
  await fillIn(scope, parent);
  await tickAll(scope);
  await submit(scope).click();
};

export const signIn = async (page: Page, parent: Parent, query = ''): Promise<void> => {
  await page.goto(`${portalUrl}/signin${query}`);
  await send(page, parent);
};

/** Submits the form of the sign-up page, which leads to the payment page. */
export const signUp = async (page: Page, parent: Parent, query = ''): Promise<void> => {
  await page.goto(`${portalUrl}/signup${query}`);
  await send(page, parent);
  await page.waitForURL(`${simulatorUrl}/**`);
};

export const goToDashboard = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`${portalUrl}/dashboard${query}`);
  await page.getByRole('button', { name: /^(Log out|Déconnexion)$/ }).waitFor();
  await page.locator('maths-dashboard .maths-plan').waitFor();
  await page.locator('maths-dashboard .maths-skeleton').waitFor({ state: 'detached' });
};

export const storedSession = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('session'));
