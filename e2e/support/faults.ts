import type { Route } from 'playwright-core';

/** One fault of each kind that a page tells apart: no connection, no response, and a response that is not one. */
export const faults = {
  'connection refused': (route: Route) => route.abort('connectionrefused'),
  // The request neither gets a response nor fails.
  'no response': () => undefined,
  'HTML instead of JSON': (route: Route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<h1>Welcome to the hotel’s Wi-Fi</h1>',
      headers: { 'access-control-allow-origin': '*' },
    }),
};
