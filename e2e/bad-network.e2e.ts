import { beforeEach, describe, expect, it } from 'vitest';
import { recordConsoleErrors } from './support/browser.ts';
import { beSignedIn, email } from './support/parent.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

// Motion is reduced, because fallbacks must not depend on motion.
setUpPage({ visitor: { reducedMotion: 'reduce' } });

/** A fallback message appears after some seconds. The clock of this test runs twenty times as fast. */
beforeEach(async () => {
  const debug = await context.newCDPSession(page);
  await debug.send('Animation.enable');
  await debug.send('Animation.setPlaybackRate', { playbackRate: 20 });
});

const pageFiles = /\/assets\//;
const elementFiles = /\/elements\/.*\.js$/;
const allFiles = /\/(assets|elements)\//;
/** Matches a file of the elements' release. */
const fileOf = (name: string): RegExp => new RegExp(`/elements/[\\d.]+-.*/${name}$`);

const block = (files: string | RegExp) => page.route(files, (route) => route.abort());

/** Collects unhandled rejections, which a visitor would not see. */
const ownErrors = (consoleErrors: string[]) =>
  consoleErrors.filter((text) => !text.startsWith('Failed to load resource'));

describe('a message replaces the missing part when the connection fails', () => {
  it('shows a message in a widget when no script is loaded', async () => {
    const url = `${portalUrl}/widgets/signup?origin=demo`;
    await block(elementFiles);
    await page.goto(url);
    await page.getByText('This part of the page has not loaded').waitFor();
    await page.unroute(elementFiles);
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await email(page).waitFor();
    expect(page.url()).toBe(url);
  });

  it('keeps a page without an element complete, with working links, when only its document is loaded', async () => {
    const consoleErrors = recordConsoleErrors(page);
    await block(allFiles);
    await page.goto(portalUrl);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.late:visible').count()).toBe(0);
    expect(ownErrors(consoleErrors)).toEqual([]);
    await page.unroute(allFiles);
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await email(page).waitFor();
  });

  it.each([
    ['/terms', pageFiles],
    ['/schoolzone/teacher/signup', fileOf('teacher-sign-up-element-.*.js')],
    ['/schoolzone/teacher/signup', elementFiles],
  ])('shows a way to the account in the header of a signed-in parent on %s without %s', async (path, files) => {
    await beSignedIn(context);
    await block(files);
    await page.goto(portalUrl + path);
    const link = page.getByRole('banner').getByRole('link', { name: 'Your account', exact: true });
    await link.waitFor();
    await page.unroute(files);
    await link.click();
    await page.waitForURL('**/dashboard**');
  });

  it.each(['sign-in-element-.*.js', 'sign-in-.*.js'])(
    'shows a message when the form’s file %s is not loaded',
    async (file) => {
      const consoleErrors = recordConsoleErrors(page);
      await block(fileOf(file));
      await page.goto(`${portalUrl}/signin?lang=fr`);
      await page.getByRole('heading', { level: 1, name: 'Connexion' }).waitFor();
      await page.getByText('Cette partie de la page n’est pas chargée').waitFor();
      expect(ownErrors(consoleErrors)).toEqual([]);
      await page.unroute(fileOf(file));
      await page.getByRole('link', { name: 'Recharger la page' }).click();
      await email(page).waitFor();
      expect(page.url()).toBe(`${portalUrl}/signin?lang=fr`);
    },
  );

  it('shows the error of the browser, and the page again by Back, when the connection fails after the page was loaded', async () => {
    const consoleErrors = recordConsoleErrors(page);
    await page.goto(portalUrl);
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).press('Enter');
    await page.waitForURL((url) => url.protocol === 'chrome-error:');
    await context.setOffline(false);
    await page.goBack();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(ownErrors(consoleErrors)).toEqual([]);
  });

  it('shows no fallback message where the form is shown', async () => {
    await page.goto(`${portalUrl}/signin`);
    await email(page).waitFor();
    expect(await page.locator('.late:visible').count()).toBe(0);
    // The wait is longer than the delay of the message, also for a form without a shadow root.
    await page.goto(`${portalUrl}/widgets/signin?origin=demo&light-dom`);
    await email(page).waitFor();
    await page.locator('.late').evaluate((late) => Promise.all(late.getAnimations().map(({ finished }) => finished)));
    expect(await page.locator('.late:visible').count()).toBe(0);
  });
});

describe('a partner’s page that cannot reach the portal’s script', () => {
  it.each(['inline', 'frame'])('shows the link inside the tag: %s', async (name) => {
    await block('**/elements/**');
    await page.goto(`${demoUrl}/?way=${name}&widget=signin`);
    const link = page.getByRole('link', { name: 'Open the form on the portal' });
    expect(await link.getAttribute('href')).toBe(`${portalUrl}/signin?lang=en`);
    await page.unroute('**/elements/**');
    await link.click();
    await email(page).waitFor();
  });
});
