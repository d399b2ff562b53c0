import { describe, expect, it, beforeEach } from 'vitest';
import { mailTo, recoveryLink } from './support/mailbox.ts';
import { languagesOf, portalUrl } from './support/settings.ts';
import {
  email,
  fillIn,
  goToDashboard,
  newParent,
  password,
  storedSession,
  submit,
  tickAll,
  beSignedIn,
  type Parent,
} from './support/parent.ts';
import { expectPlan, messages, patternOf, pay } from './support/payment.ts';
import { setUpPage, page, context } from './support/setup.ts';
import site from '../locales/en/site.json' with { type: 'json' };
import { apiPaths } from '../src/contracts/api.ts';
import { encodePParameter } from '../src/contracts/session.ts';
import { untilQuiet } from './support/browser.ts';

setUpPage();

describe('a parent’s account', () => {
  /** The texts that a parent reads in this test. */
  const texts = {
    en: {
      trial: /free trial/,
      account: /Your account/,
      logOut: /Log out/,
      logIn: /Log in/,
      home: /children ask for/,
      forgot: /Forgot your password/,
      sent: /message with a link is on its way/,
      set: /Your new password is set/,
    },
    fr: {
      trial: /essai gratuit/,
      account: /Votre compte/,
      logOut: /Déconnexion/,
      logIn: /Connexion/,
      home: /enfants réclament/,
      forgot: /Mot de passe oublié/,
      sent: /un lien est en route/,
      set: /nouveau mot de passe est/,
    },
  };

  describe.each(languagesOf(texts))('a parent on the portal, in %s', (language) => {
    const said = texts[language];
    const { dashboard, confirmation, 'payment-simulator': simulator, site: bought } = messages[language];

    it('signs up, pays, sees the trial, logs out, forgets the password, sets a new one, logs in and out', async () => {
      const parent = newParent();
      await page.goto(`${portalUrl}/?lang=${language}`);
      await page.getByRole('main').getByRole('link', { name: said.trial }).click();
      await fillIn(page, parent);
      await tickAll(page);
      await submit(page).click();
      await page.getByText(simulator.checkout.dueToday).waitFor();
      await pay(page);
      await page.getByRole('heading', { name: bought.confirmation.membership.trial.heading, exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.has('checkout')).toBe(false);
      await page.getByRole('main').getByRole('link', { name: confirmation.manage.button }).click();
      await page.getByRole('heading', { level: 1, name: said.account }).waitFor();
      await expectPlan(page, language, 'trial');
      await page.getByText(patternOf(dashboard.plan.dated.trial)).waitFor();
      await page.getByText(parent.email).first().waitFor();
      await page.getByRole('button', { name: said.logOut }).click();
      await page.getByRole('heading', { level: 1, name: said.home }).waitFor();

      await page.getByRole('banner').getByRole('link', { name: said.logIn }).click();
      await page.getByRole('button', { name: said.forgot }).click();
      // Until the files of the view are here, the page shows the form for the sign-in.
      await page.locator('maths-sign-in h1').waitFor();
      await email(page).fill(parent.email);
      await submit(page).click();
      await page.locator('maths-sign-in').getByText(said.sent).first().waitFor();
      await page.goto(await recoveryLink(parent.email));
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
      await password(page).fill('un nouveau mot');
      await submit(page).click();
      await page.getByText(said.set).waitFor();
      await mailTo(parent.email, language === 'fr' ? /mot de passe .* été modifié/ : /was changed/);

      await page
        .getByRole('main')
        .getByRole('link', { name: language === 'fr' ? /connect/i : /log in/i })
        .click();
      await fillIn(page, { ...parent, password: 'un nouveau mot' });
      await submit(page).click();
      await page.getByRole('heading', { level: 1, name: said.account }).waitFor();
      await page.getByRole('button', { name: said.logOut }).click();
      await page.getByRole('heading', { level: 1, name: said.home }).waitFor();
      expect(await storedSession(page)).toBeNull();
    });
  });
});

describe('the end of a session', () => {
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
});
