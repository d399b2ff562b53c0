import type { Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { renewalInterval } from '../src/contracts/session.ts';
import { day } from '../src/lib/time.ts';
import { recordConsoleErrors, requestsOf } from './support/browser.ts';
import {
  alert,
  beSignedIn,
  email,
  fillIn,
  goToDashboard,
  newParent,
  openAccount,
  openReady,
  password,
  storedSession,
  submit,
} from './support/parent.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

// Motion is reduced, because fallbacks must not depend on motion.
setUpPage({ visitor: { reducedMotion: 'reduce' } });

describe('a page whose files are missing', () => {
  /** A fallback message appears after some seconds. The clock of its animation runs twenty times as fast. */
  beforeEach(async () => {
    const debug = await context.newCDPSession(page);
    await debug.send('Animation.enable');
    await debug.send('Animation.setPlaybackRate', { playbackRate: 20 });
  });

  const allFiles = /\/(assets|elements)\//;
  const block = (files: string | RegExp) => page.route(files, (route) => route.abort());

  it.each([
    ['/signin?lang=fr', /\/elements\/.*\/sign-in-element-/, 'n’est pas chargée', 'Recharger la page'],
    ['/widgets/signup?origin=demo', allFiles, 'has not loaded', 'Load the page again'],
  ])('shows a message on %s without %s, with a link that loads the form', async (path, files, text, link) => {
    const consoleErrors = recordConsoleErrors(page);
    await block(files);
    await page.goto(portalUrl + path);
    await page.getByText(text).waitFor();
    // An unhandled rejection is a fault that the visitor does not see.
    expect(consoleErrors.filter((message) => !message.startsWith('Failed to load resource'))).toEqual([]);
    await page.unroute(files);
    await page.getByRole('link', { name: link }).click();
    await email(page).waitFor();
    expect(page.url()).toBe(portalUrl + path);
    expect(await page.locator('.late:visible').count()).toBe(0);
  });

  it.each(['/terms', '/schoolzone/teacher/signup'])(
    'leads a signed-in parent from %s to the account when only its document is loaded',
    async (path) => {
      await beSignedIn(context);
      await block(allFiles);
      await page.goto(portalUrl + path);
      const link = page.getByRole('banner').getByRole('link', { name: 'Your account', exact: true });
      await link.waitFor();
      await page.unroute(allFiles);
      await link.click();
      await page.waitForURL('**/dashboard**');
    },
  );
});

/** The faults that a page distinguishes: no response, and a response that is not one. */
const faults = {
  // The request neither gets a response nor fails.
  'no response': () => undefined,
  'HTML instead of JSON': (route: Route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<h1>Welcome to the hotel’s Wi-Fi</h1>',
      headers: { 'access-control-allow-origin': '*' },
    }),
};

// src/services/calls.test.ts has every call with every fault, and the tests of each feature what its form shows.
it.each(['no response', 'HTML instead of JSON'] as const)(
  'shows a message within 15 s in a partner’s frame, and keeps the typed text for another submit: %s',
  async (fault) => {
    const parent = newParent();
    await openAccount(parent);
    await page.clock.install();
    await openReady(page, `${demoUrl}/?way=frame&lang=en&widget=signin`);
    const form = page.frameLocator('iframe');
    const call = `${portalUrl}${apiPaths.integrations}*`;
    await fillIn(form, parent);
    await page.route(call, faults[fault]);
    // The calls before it are real and take real time.
    await Promise.all([page.waitForRequest(call), submit(form).click()]);
    await page.clock.runFor(15_000);
    await alert(form).waitFor();
    expect(await email(form).inputValue()).toBe(parent.email);
    expect(await password(form).inputValue()).toBe(parent.password);
    await page.unroute(call);
    await submit(form).click();
    await page.locator('#log').getByText('auth-success').first().waitFor();
  },
);

it('keeps the session when the clock of the computer jumps, without a request, and renews it in its turn', async () => {
  await page.clock.install();
  await beSignedIn(context);
  await goToDashboard(page);
  const before = await storedSession(page);
  const sent = requestsOf(context);
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 365 * day);
  await page.clock.runFor(60_000);
  expect(sent).toEqual([]);
  expect(await storedSession(page)).toBe(before);
  await page.clock.fastForward(renewalInterval);
  await expect.poll(() => storedSession(page)).not.toBe(before);
  expect(await storedSession(page)).not.toBeNull();
});
