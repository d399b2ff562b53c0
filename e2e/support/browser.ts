import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/browser.mjs';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });

/** Records errors and warnings of the console from now on, including exceptions and policy violations. */
export const recordConsoleErrors = (page: Page): string[] => {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  return consoleErrors;
};

/**
 * Waits until the page is loaded, all its requests are answered, and it begins no other within half a second.
 *
 * Playwright's state `networkidle` would never come when a slow page was silent for half a second before its document was
 * complete (https://github.com/microsoft/playwright/issues/42598), and it stays set during later requests.
 */
export const untilQuiet = async (page: Page): Promise<void> => {
  await page.waitForLoadState();
  let begins: boolean;
  do {
    const requests = await page.requests();
    await Promise.all(requests.map((request) => request.response()));
    begins = await page.waitForEvent('request', { timeout: 500 }).then(
      () => true,
      () => false,
    );
  } while (begins);
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
