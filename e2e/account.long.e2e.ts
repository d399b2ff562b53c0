import { describe, expect, it, beforeEach } from 'vitest';
import { mailTo, recoveryLink } from './support/mailbox.ts';
import { languages } from '../src/contracts/language.ts';
import { portalUrl } from './support/settings.ts';
import {
  email,
  goToDashboard,
  newParent,
  password,
  storedSession,
  submit,
  beSignedIn,
  type Parent,
  send,
} from './support/parent.ts';
import { expectPlan, messages, patternOf, pay } from './support/payment.ts';
import { setUpPage, page, context } from './support/setup.ts';
import { apiPaths } from '../src/contracts/api.ts';
import { encodePParameter } from '../src/contracts/session.ts';
import { untilQuiet } from './support/browser.ts';

setUpPage();

describe.each(languages)('a parent on the portal, in %s', (language) => {
  const { dashboard, confirmation, 'payment-simulator': simulator, site } = messages[language];
  const { mail, 'reset-password': reset, 'sign-in': signIn } = messages[language];
  const trial = { en: /free trial/, fr: /essai gratuit/ }[language];

  it('signs up, pays, sees the trial, logs out, forgets the password, sets a new one, logs in and out', async () => {
    const parent = newParent();
    await page.goto(`${portalUrl}/?lang=${language}`);
    await page.getByRole('main').getByRole('link', { name: trial }).click();
    await send(page, parent);
    await page.getByText(simulator.checkout.dueToday).waitFor();
    await pay(page);
    await page.getByRole('heading', { name: site.confirmation.membership.trial.heading, exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.has('checkout')).toBe(false);
    await page.getByRole('main').getByRole('link', { name: confirmation.manage.button }).click();
    await page.getByRole('heading', { level: 1, name: site.dashboard.heading }).waitFor();
    await expectPlan(page, language, 'trial');
    await page.getByText(patternOf(dashboard.plan.next.trial)).waitFor();
    await page.getByText(parent.email).first().waitFor();
    await page.getByRole('button', { name: site.header.logOut }).click();
    await page.getByRole('heading', { level: 1, name: site.home.heading }).waitFor();
    await page.getByRole('banner').getByRole('status').getByText(site.notice.signedOut).waitFor();

    await page.getByRole('banner').getByRole('link', { name: site.header.logIn }).click();
    await page.getByRole('button', { name: signIn.forgotten }).click();
    // Until the files of the view are here, the page shows the form for the sign-in.
    await page.locator('maths-sign-in h1').waitFor();
    await email(page).fill(parent.email);
    await submit(page).click();
    await page.locator('maths-sign-in').getByText(signIn.recovery.promised).first().waitFor();
    await page.goto(await recoveryLink(parent.email));
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
    await password(page).fill('un nouveau mot');
    await submit(page).click();
    await page.getByText(reset.doneWithDevices).waitFor();
    await mailTo(parent.email, patternOf(mail['password-changed'].subject));

    await page.getByRole('main').getByRole('link', { name: reset.signIn }).click();
    await send(page, { ...parent, password: 'un nouveau mot' });
    await page.getByRole('heading', { level: 1, name: site.dashboard.heading }).waitFor();
    await page.getByRole('button', { name: site.header.logOut }).click();
    await page.getByRole('heading', { level: 1, name: site.home.heading }).waitFor();
    expect(await storedSession(page)).toBeNull();
  });
});

describe('the end of a session', () => {
  const { notice } = messages.en.site;

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

    await send(page, parent);
    await page.waitForURL(({ pathname }) => pathname === '/dashboard');
  });
});
