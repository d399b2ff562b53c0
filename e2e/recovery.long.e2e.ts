import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { requestsOf } from './support/browser.ts';
import { mailTo, recoveryLink } from './support/mailbox.ts';
import { languages } from '../src/contracts/language.ts';
import { messages, patternOf } from './support/payment.ts';
import { portalUrl, urlOf } from './support/settings.ts';
import {
  alert,
  email,
  newParent,
  openAccount,
  type Parent,
  password,
  signIn,
  storedSession,
  submit,
} from './support/parent.ts';
import { browser, setUpPage, context, page } from './support/setup.ts';

let parent: Parent;
setUpPage();
beforeEach(async () => {
  parent = newParent();
  await openAccount(parent);
});

const askForMail = async (): Promise<void> => {
  await page.goto(`${portalUrl}/signin`);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  // People type when they see the other form.
  await page.getByRole('button', { name: 'Send me the link' }).waitFor();
  await email(page).fill(parent.email);
  await submit(page).click();
  await page.getByText('a message with a link is on its way').waitFor();
};

const setPassword = async (link: string, chosen: string): Promise<void> => {
  await page.goto(link);
  await password(page).fill(chosen);
  await submit(page).click();
  await page.getByText('Your new password is set').waitFor();
};

const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
const historyOf = (at: Page): Promise<string> => at.evaluate(() => location.href + JSON.stringify(history.state));
const linksOn = (at: Page): Promise<string[]> =>
  at.locator('a').evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')));

describe('the token of a forgotten password', () => {
  it('appears in no request, Referer, link or history entry', async () => {
    const sent = requestsOf(context);
    await askForMail();
    const link = await recoveryLink(parent.email);
    const token = tokenOf(link);
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(link.startsWith(`${portalUrl}/reset-password?`)).toBe(true);

    const leaks: string[] = [];
    await page.goto(link);
    await password(page).waitFor();
    leaks.push(await historyOf(page), ...(await linksOn(page)));
    leaks.push(await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage })));
    await password(page).fill('a new password');
    await submit(page).click();
    await page.getByText('Your new password is set').waitFor();
    leaks.push(await historyOf(page), ...(await linksOn(page)));
    await page.getByRole('banner').getByRole('link').first().click();
    await page.goBack();
    leaks.push(await historyOf(page), ...(await linksOn(page)));

    // The call that sets the password has the token in its body. No request has it in an address or a header.
    const carriers = sent.filter(({ body }) => body.includes(token));
    expect(carriers.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST ${portalUrl}/api/user/password-reset`,
    ]);
    leaks.push(...sent.map(({ url, headers }) => url + JSON.stringify(headers)));
    expect(leaks.filter((text) => text.includes(token))).toEqual([]);
  });

  it.each([
    ['the query of PlayFab’s own mails', '&token='],
    ['an encoded #', '%23token='],
  ])('leaves %s only in the page’s own request', async (_, before) => {
    const sent = requestsOf(context);
    const token = 'B'.repeat(43);
    await page.goto(`${portalUrl}/reset-password?lang=en${before}${token}`);
    await password(page).waitFor();
    expect(page.url()).toBe(`${portalUrl}/reset-password?lang=en`);
    const carriers = sent.filter(({ url, headers }) => (url + JSON.stringify(headers)).includes(token));
    expect(carriers.map(({ url }) => new URL(url).pathname)).toEqual(['/reset-password']);
    expect((await linksOn(page)).filter((link) => link.includes(token))).toEqual([]);
  });

  it('stays usable, and out of the address, when the parent switches the language', async () => {
    const sent = requestsOf(context);
    await askForMail();
    const link = await recoveryLink(parent.email);
    await page.goto(link);
    await password(page).waitFor();
    await page.getByRole('link', { name: 'Français' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choisir un nouveau mot de passe' }).waitFor();
    expect(page.url()).toBe(`${portalUrl}/reset-password?lang=fr`);
    await password(page).fill('a new password');
    await submit(page).click();
    await page.getByText('Votre nouveau mot de passe').waitFor();
    const addresses = sent.map(({ url, headers }) => url + JSON.stringify(headers));
    expect(addresses.filter((text) => text.includes(tokenOf(link)))).toEqual([]);
  });

  it('sends a notice after a new password, and requires a sign-in', async () => {
    await askForMail();
    await setPassword(await recoveryLink(parent.email), 'a new password');
    expect(await storedSession(page)).toBeNull();
    expect(await page.getByRole('banner').getByRole('link', { name: 'Your account' }).isVisible()).toBe(false);
    await mailTo(parent.email, /password was changed/);
    await page.goto(`${portalUrl}/dashboard`);
    await email(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');

    await signIn(page, parent);
    await alert(page).waitFor();
    await signIn(page, { ...parent, password: 'a new password' });
    await page.waitForURL(urlOf('/dashboard'));
  });
});

describe.each(languages)('the page of the mailed link, in %s', (language) => {
  const { errors, 'reset-password': said } = messages[language];
  const chosen = 'a password that only the owner has';
  const playfab = async (call: string, body: object, ticket = ''): Promise<Response> =>
    fetch(`${portalUrl}${apiPaths.playfab}/Client/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-authorization': ticket },
      body: JSON.stringify({ TitleId: 'MATHS', ...body }),
    });
  const device = () => ({ CustomId: `tablet of ${parent.email}` });
  const opensAccount = async (): Promise<boolean> => (await playfab('LoginWithCustomID', device())).ok;

  beforeEach(async () => {
    const { session } = await openAccount((parent = newParent()));
    expect((await playfab('LinkCustomID', device(), session.data.SessionTicket)).ok).toBe(true);
    expect(await opensAccount()).toBe(true);
    await askForMail();
    const link = new URL(await recoveryLink(parent.email));
    link.searchParams.set('lang', language);
    await page.goto(link.href);
    await password(page).fill(chosen);
  });

  it('signs out the devices that play, and asks for the mailed code on another device only', async () => {
    expect(await page.getByRole('checkbox', { name: said.devices }).isChecked()).toBe(true);
    await submit(page).click();
    await page.getByRole('status').getByText(said.doneWithDevices).waitFor();
    expect(await opensAccount()).toBe(false);

    await signIn(page, { ...parent, password: chosen }, `?lang=${language}`);
    await page.waitForURL(urlOf('/dashboard'));

    const another = await browser.newContext();
    const other = await another.newPage();
    await signIn(other, { ...parent, password: chosen }, `?lang=${language}`);
    await other.getByRole('status').getByText(patternOf(errors.MANAGE_ACCOUNT_SIGN_IN_CODE_REQUIRED)).waitFor();
    const { text } = await mailTo(parent.email, /password was changed|a été modifié/);
    await other.getByRole('textbox', { name: /^Code/ }).fill(/[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? '');
    await submit(other).click();
    await other.waitForURL(urlOf('/dashboard'));
    await another.close();
  });
});
