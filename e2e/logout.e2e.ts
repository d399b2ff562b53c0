import { beforeEach, describe, expect, it } from 'vitest';
import site from '../locales/en/site.json' with { type: 'json' };
import { apiPaths } from '../src/contracts/api.ts';
import { encodePParameter } from '../src/contracts/token.ts';
import { untilQuiet } from './support/browser.ts';
import {
  beSignedIn,
  email,
  fillIn,
  goToDashboard,
  newParent,
  type Parent,
  storedSession,
  submit,
  tickAll,
} from './support/parent.ts';
import { portalUrl } from './support/settings.ts';
import { context, page, setUpPage } from './support/setup.ts';

setUpPage();
const { notice } = site;

let parent: Parent;
const comeSignedIn = async (): Promise<void> => {
  parent = newParent();
  await beSignedIn(context, parent);
  await goToDashboard(page);
};
beforeEach(comeSignedIn);

/** Calls the API with a copied token and returns the result. */
const tryToken = async (token: string): Promise<{ success: boolean; error?: string }> =>
  (await fetch(`${portalUrl}${apiPaths.user}?p=${encodeURIComponent(encodePParameter(token))}`)).json();

const token = async (): Promise<string> => JSON.parse((await storedSession(page)) ?? '{}').token;
const logOut = () => page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
const isHome = () => page.waitForURL(`${portalUrl}/`);

describe('logging out', () => {
  it('gets TOKEN_EXPIRED for a copied token after logout, and clears the session also offline', async () => {
    const copied = await token();
    expect(await tryToken(copied)).toMatchObject({ success: true });
    await logOut();
    await isHome();
    expect(await storedSession(page)).toBeNull();
    await expect.poll(() => tryToken(copied)).toMatchObject({ success: false, error: 'TOKEN_EXPIRED' });

    await comeSignedIn();
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).waitFor();
    await context.setOffline(true);
    await logOut();
    // The page itself cannot be loaded.
    await page.waitForURL((url) => url.protocol === 'chrome-error:');
    await context.setOffline(false);
    await page.goto(portalUrl);
    await page.getByRole('heading', { level: 1, name: 'The maths game children ask for' }).waitFor();
    expect(await storedSession(page)).toBeNull();
  });

  it('logs the other tabs out as well', async () => {
    const other = await context.newPage();
    await other.goto(`${portalUrl}/dashboard`);
    // A page that is still opening its account can notice the end before the browser reports it to the page.
    await other.getByRole('button', { name: 'Reset password' }).waitFor();
    await untilQuiet(other);
    await logOut();
    await isHome();
    await email(other).waitFor();
    expect(new URL(other.url()).pathname).toBe('/signin');
    await other.getByRole('status').getByText(notice.loggedOut).waitFor();
  });

  it('leads to the sign-in page, which says why, when the server has ended the session', async () => {
    // Waits for the page's own calls, so that only the reloaded page notices the ended session.
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await untilQuiet(page);
    await fetch(`${portalUrl}${apiPaths.integrations}?p=1`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${await token()}` },
    });
    await page.reload();
    await page.getByRole('status').getByText(notice.sessionExpired).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    expect(await storedSession(page)).toBeNull();

    await fillIn(page, parent);
    await tickAll(page);
    await submit(page).click();
    await page.waitForURL(({ pathname }) => pathname === '/dashboard');
  });
});
