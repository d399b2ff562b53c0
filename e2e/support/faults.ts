import type { Locator, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { type Fault, startBrokenServer } from '../../backend/testing/broken-servers.ts';
import { alert } from './parent.ts';
import { portalUrl } from './settings.ts';

const answer =
  (status: number, contentType: string, body: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType, body, headers: { 'access-control-allow-origin': '*' } });
const json = (status: number, body: string) => answer(status, 'application/json', body);
const wrongTypes = json(200, '{"success":"true","code":"200","id":7,"data":[null]}');

/** Requests that a fault leaves without a response until the page's clock advances. */
const unanswered = new WeakSet<Request>();

/** Waits by the page's clock, which a test advances. */
const wait = (request: Request, milliseconds: number): Promise<unknown> =>
  request
    .frame()
    .evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), milliseconds)
    // The page was closed or replaced in the meantime.
    .catch(() => undefined);

/** Playwright cannot break a response, so a real server does that. */
let resetting: ReturnType<typeof startBrokenServer> | undefined;

/** The faults that a call of a page can have: those of `backend/testing/broken-servers.ts`. */
export const faults: Record<Fault, (route: Route) => Promise<void>> = {
  'connection refused': (route) => route.abort('connectionrefused'),
  'reset in the middle of the response': async (route) => {
    const { url } = await (resetting ??= startBrokenServer('reset in the middle of the response'));
    const { pathname, search } = new URL(route.request().url());
    await route.continue({ url: url + pathname + search });
  },
  'response after 5 s': async (route) => {
    const request = route.request();
    unanswered.add(request);
    await wait(request, 5_000);
    unanswered.delete(request);
    // The page may have given the request up.
    await wrongTypes(route).catch(() => undefined);
  },
  // The request neither gets a response nor fails.
  'no response': async (route) => void unanswered.add(route.request()),
  'status 429': json(429, '{"success":false,"error":"TOO_MANY_REQUESTS"}'),
  'status 500': json(500, '{"success":false,"error":"GENERIC_ERROR"}'),
  'HTML instead of JSON': answer(200, 'text/html', '<h1>Welcome to the hotel’s Wi-Fi</h1>'),
  'truncated JSON': json(200, '{"success": tr'),
  'wrong types': wrongTypes,
};

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

/** The seconds after which a call has ended on the page: its deadline, and a second for the page. */
const limit = 16;

/**
 * Advances the page's clock second by second until this is true. The clock stands still while the page waits for a
 * response and after the limit, so the result does not depend on the speed of the machine.
 */
export const advanceUntil = async (
  page: Page,
  openRequests: () => string[],
  isTrue: () => Promise<boolean>,
): Promise<void> => {
  for (let seconds = 0; seconds < limit; seconds += 1) {
    await expect.poll(openRequests).toEqual([]);
    if (await isTrue()) return;
    await page.clock.runFor(1_000);
  }
  await expect.poll(isTrue).toBe(true);
};

/**
 * Lets the call fail in each way, and counts the cases.
 * @param act causes the call.
 * @param check runs after each fault. It gets what the page still waits for.
 */
export const tryEachFault = async (
  page: Page,
  call: string,
  act: () => Promise<unknown>,
  check: (fault: string, openRequests: () => string[]) => Promise<unknown>,
): Promise<void> => {
  for (const [fault, fail] of Object.entries(faults)) {
    // All calls come from one address, which may try a few times only.
    await fetch(`${portalUrl}/dev/limits`, { method: 'DELETE' });
    const requests = recordOpenRequests(page);
    await page.route(call, fail);
    // The calls before it are real and take real time.
    await Promise.all([page.waitForRequest(call), act()]);
    await check(fault, requests.urls);
    await page.unroute(call);
    requests.stop();
  }
};

/** The page with the failing call, what shows its failure, and a check of what the person can still do. */
type Failing = { page: Page; message?: Locator; expectUsable?: (fault: string) => Promise<unknown> };

/** Lets the call fail in each way, and checks after each that the message is shown within 15 s and the form is usable. */
export const failEachWay = (
  { page, message = alert(page), expectUsable }: Failing,
  call: string,
  act: () => Promise<unknown>,
): Promise<void> =>
  tryEachFault(page, call, act, async (fault, openRequests) => {
    await advanceUntil(page, openRequests, async () => (await message.count()) > 0);
    expect(await message.first().textContent(), fault).toMatch(/[a-z]{3}.*[.!]/);
    await expectUsable?.(fault);
  });
