import type { Page, Route } from 'playwright-core';
import { alert } from './parent.ts';

const answer =
  (status: number, contentType: string, body: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType, body, headers: { 'access-control-allow-origin': '*' } });

/** The faults that a call can have. */
export const faults = {
  'no connection': (route) => route.abort('internetdisconnected'),
  'a connection that is cut off': (route) => route.abort('connectionreset'),
  'a 500': answer(500, 'application/json', '{"success":false,"error":"GENERIC_ERROR"}'),
  'a 429': answer(429, 'application/json', '{"success":false,"error":"TOO_MANY_REQUESTS"}'),
  'HTML in place of JSON': answer(200, 'text/html', '<h1>Welcome to the hotel’s Wi-Fi</h1>'),
  'an empty answer': answer(200, 'application/json', ''),
  // The request neither gets a response nor fails.
  'a server that hangs': () => Promise.resolve(),
} satisfies Record<string, (route: Route) => Promise<void>>;

/**
 * Advances the page's clock second by second until the parent has a message.
 * @returns the seconds that it took.
 */
export const secondsToSentence = async (page: Page): Promise<number> => {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    if ((await alert(page).count()) > 0) return seconds;
    await page.clock.runFor(1000);
  }
  throw new Error('The parent waits for ever');
};
