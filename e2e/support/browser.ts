import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../scripts/browser.mjs';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });

/** Errors that a visitor of a page would not see: console errors, exceptions, policy violations. */
export const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
};

/** Records every request of a context with its data, including those of frames and workers. */
export type Sent = { url: string; method: string; headers: Record<string, string>; body: string };
export const requestsOf = (context: BrowserContext): Sent[] => {
  const sent: Sent[] = [];
  context.on('request', (request) => {
    const entry: Sent = { url: request.url(), method: request.method(), headers: {}, body: request.postData() ?? '' };
    sent.push(entry);
    // The headers as sent, `Referer` included. A request that the navigation aborted has none.
    request.allHeaders().then(
      (headers) => Object.assign(entry.headers, headers),
      () => undefined,
    );
  });
  return sent;
};
