import type { Request, Route } from 'playwright-core';
import { type Fault, startBrokenServer } from '../../backend/testing/broken-servers.ts';

const answer =
  (status: number, contentType: string, body: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType, body, headers: { 'access-control-allow-origin': '*' } });
const json = (status: number, body: string) => answer(status, 'application/json', body);
const wrongTypes = json(200, '{"success":"true","code":"200","id":7,"data":[null]}');

/** Requests that a fault leaves without a response until the page's clock advances. */
export const unanswered = new WeakSet<Request>();

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
