import { describe, expect, it } from 'vitest';
import { mailTo, recoveryLink } from './support/mailbox.ts';
import { languagesOf } from './support/messages.ts';
import { email, fillIn, goToDashboard, newParent, password, storedSession, submit, tickAll } from './support/parent.ts';
import { pay } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';

setUpPage();

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
    logOut: /déconnecter/,
    logIn: /Connexion/,
    home: /enfants réclament/,
    forgot: /Mot de passe oublié/,
    sent: /en route|envoyé|lien/,
    set: /nouveau mot de passe est/,
  },
};

describe.each(languagesOf(texts))('a parent on the portal, in %s', (language) => {
  const said = texts[language];

  it('signs up, logs out, forgets the password, sets a new one, logs in and out', async () => {
    const parent = newParent();
    await page.goto(`${portalUrl}/?lang=${language}`);
    await page.getByRole('main').getByRole('link', { name: said.trial }).click();
    await fillIn(page, parent);
    await tickAll(page);
    await submit(page).click();
    await pay(page);
    await goToDashboard(page);
    await page.getByRole('heading', { level: 1, name: said.account }).waitFor();
    await page.getByText(parent.email).first().waitFor();
    await page.getByRole('button', { name: said.logOut }).click();
    await page.getByRole('heading', { level: 1, name: said.home }).waitFor();

    await page.getByRole('banner').getByRole('link', { name: said.logIn }).click();
    await page.getByRole('button', { name: said.forgot }).click();
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
