import type { Locator, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { alert } from './parent.ts';

const answer =
  (status: number, contentType: string, body: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType, body, headers: { 'access-control-allow-origin': '*' } });

/** Requests that a fault leaves without a response until the page's clock advances. */
const unanswered = new WeakSet<Request>();

/** The faults that a call can have. */
export const faults = {
  'no connection': (route) => route.abort('internetdisconnected'),
  'a connection that is cut off': (route) => route.abort('connectionreset'),
  'a 500': answer(500, 'application/json', '{"success":false,"error":"GENERIC_ERROR"}'),
  'a 429': answer(429, 'application/json', '{"success":false,"error":"TOO_MANY_REQUESTS"}'),
  'HTML in place of JSON': answer(200, 'text/html', '<h1>Welcome to the hotel’s Wi-Fi</h1>'),
  'an empty answer': answer(200, 'application/json', ''),
  // The request neither gets a response nor fails.
  'a server that hangs': async (route) => void unanswered.add(route.request()),
} satisfies Record<string, (route: Route) => Promise<void>>;

/** Records the requests of the page that wait for a response, without those that a fault leaves unanswered. */
const recordOpenRequests = (page: Page) => {
  const open = new Set<Request>();
  const add = (request: Request): void => void open.add(request);
  const remove = (request: Request): void => void open.delete(request);
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove);
  return {
    urls: (): string[] => [...open].filter((request) => !unanswered.has(request)).map((request) => request.url()),
    stop: (): void => {
      page.off('request', add).off('requestfinished', remove).off('requestfailed', remove);
    },
  };
};

/** The seconds after which a message is shown: the deadline of a call, and a second for the page. */
const limit = 16;

/**
 * Advances the page's clock second by second until the message is shown. The clock stands still while the page waits for
 * a response and after the limit, so the result does not depend on the speed of the machine.
 */
const advanceUntilShown = async (page: Page, message: Locator, openRequests: () => string[]): Promise<void> => {
  for (let seconds = 0; seconds < limit; seconds += 1) {
    await expect.poll(openRequests).toEqual([]);
    if ((await message.count()) > 0) return;
    await page.clock.runFor(1000);
  }
  await message.first().waitFor();
};

/** The page with the failing call, what shows its failure, and a check of what the person can still do. */
type Failing = { page: Page; message?: Locator; expectUsable?: (fault: string) => Promise<unknown> };

/** Lets the call fail in each way, and checks after each that the message is shown within 15 s and the form is usable. */
export const failEachWay = async (
  { page, message = alert(page), expectUsable }: Failing,
  call: string,
  act: () => Promise<unknown>,
): Promise<void> => {
  for (const [fault, fail] of Object.entries(faults)) {
    const requests = recordOpenRequests(page);
    await page.route(call, fail);
    // The calls before it are real and take real time.
    await Promise.all([page.waitForRequest(call), act()]);
    await advanceUntilShown(page, message, requests.urls);
    expect(await message.first().textContent(), fault).toMatch(/[a-z]{3}.*[.!]/);
    await expectUsable?.(fault);
    await page.unroute(call);
    requests.stop();
  }
};
