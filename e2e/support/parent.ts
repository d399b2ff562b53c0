import { randomBytes } from 'node:crypto';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { portalUrl } from './settings.ts';

/** A page, or the frame or the tag in it that holds the form. */
export type Scope = Page | FrameLocator | Locator;
export type Parent = { email: string; password: string };

/** Somebody new at every call. */
export const newParent = (): Parent => ({
  email: `parent-${randomBytes(6).toString('hex')}@mail.example`,
  password: `Pa ss ${randomBytes(6).toString('hex')}`,
});

export const email = (scope: Scope) => scope.locator('input[name="email"]');
export const password = (scope: Scope) => scope.locator('input[name="password"]');
export const submit = (scope: Scope) => scope.locator('button[type="submit"]');
/** The message of a form: what the old site would have shown in an alert. */
export const alert = (scope: Scope) => scope.getByRole('alert');

export const fillIn = async (scope: Scope, parent: Parent): Promise<void> => {
  await email(scope).fill(parent.email);
  await password(scope).fill(parent.password);
};

/** The portal's own pages ask for consents, a widget does not. */
export const tickAll = async (scope: Scope): Promise<void> => {
  for (const box of await scope.locator('input[type="checkbox"]').all()) await box.check();
};

export const signUp = async (page: Page, parent: Parent, query = ''): Promise<void> => {
  await page.goto(`${portalUrl}/signup${query}`);
  await fillIn(page, parent);
  await tickAll(page);
  await submit(page).click();
  await page.waitForURL('**/dashboard/**');
};

export const signIn = async (page: Page, parent: Parent, query = ''): Promise<void> => {
  await page.goto(`${portalUrl}/signin${query}`);
  await fillIn(page, parent);
  await tickAll(page);
  await submit(page).click();
};

/** What the browser keeps. */
export const storedSession = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('session'));
