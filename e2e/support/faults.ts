import type { Request, Route } from 'playwright-core';

/** Requests that a fault leaves without a response. */
export const unanswered = new WeakSet<Request>();

/** One fault of each kind that a page tells apart: no connection, no response, and a response that is not one. */
export const faults = {
  'connection refused': (route: Route) => route.abort('connectionrefused'),
  // The request neither gets a response nor fails.
  'no response': async (route: Route) => void unanswered.add(route.request()),
  'HTML instead of JSON': (route: Route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<h1>Welcome to the hotel’s Wi-Fi</h1>',
      headers: { 'access-control-allow-origin': '*' },
    }),
};
