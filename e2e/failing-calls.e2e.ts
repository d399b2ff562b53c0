import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alert, email, fillIn, newParent, openAccount, password, submit, tickAll } from './support/parent.ts';
import { portalUrl } from './support/settings.ts';
import { beginStories, page } from './support/story.ts';

beginStories();

const calls: [path: '/signin' | '/signup', call: string][] = [
  ['/signin', '/playfab/Client/LoginWithEmailAddress'],
  ['/signin', '/playfab/CloudScript/ExecuteFunction'],
  ['/signin', '/api/user/integrations'],
  ['/signup', '/playfab/Client/RegisterPlayFabUser'],
  ['/signup', '/playfab/CloudScript/ExecuteFunction'],
  ['/signup', '/api/user/integrations'],
];

const answer =
  (status: number, contentType: string, body: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType, body, headers: { 'access-control-allow-origin': '*' } });

const faults: Record<string, (route: Route) => Promise<void>> = {
  'no connection': (route) => route.abort('internetdisconnected'),
  'a connection that is cut off': (route) => route.abort('connectionreset'),
  'a 500': answer(500, 'application/json', '{"success":false,"error":"GENERIC_ERROR"}'),
  'a 429': answer(429, 'application/json', '{"success":false,"error":"TOO_MANY_REQUESTS"}'),
  'HTML in place of JSON': answer(200, 'text/html', '<h1>Welcome to the hotel’s Wi-Fi</h1>'),
  'an empty answer': answer(200, 'application/json', ''),
  // Neither answered nor refused.
  'a server that hangs': () => Promise.resolve(),
};

/** Lets the page's clock run, second by second, until the parent has a sentence. @returns the seconds it took. */
const secondsToSentence = async (): Promise<number> => {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    if ((await alert(page).count()) > 0) return seconds;
    await page.clock.runFor(1000);
  }
  throw new Error('The parent waits for ever');
};

describe('when a call fails, the parent reads a sentence within 15 s and can send again what is still typed', () => {
  it.each(calls)('on %s: %s', async (path, call) => {
    const parent = newParent();
    if (path === '/signin') await openAccount(parent);
    await page.clock.install();
    await page.goto(portalUrl + path);
    await fillIn(page, parent);
    await tickAll(page);
    for (const [fault, act] of Object.entries(faults)) {
      await page.route(`**${call}*`, act);
      // The calls before it are real, so they take real time.
      await Promise.all([page.waitForRequest(`**${call}*`), submit(page).click()]);
      expect(await secondsToSentence(), fault).toBeLessThanOrEqual(16);
      expect(await alert(page).textContent(), fault).toMatch(/[a-z]{3}.*[.!]/);
      expect(await email(page).inputValue(), fault).toBe(parent.email);
      expect(await password(page).inputValue(), fault).toBe(parent.password);
      expect(await submit(page).isEnabled(), fault).toBe(true);
      await page.unroute(`**${call}*`);
    }
    await submit(page).click();
    await page.waitForURL('**/dashboard/**');
  });
});
