import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../scripts/browser.mjs';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });

/** What went wrong in a page without anybody seeing it: console errors, exceptions, policy violations. */
export const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
};

/** Every request of a context, with what it carried. Frames' and workers' requests are among them. */
export type Sent = { url: string; method: string; headers: Record<string, string>; body: string };
export const requestsOf = (context: BrowserContext): Sent[] => {
  const sent: Sent[] = [];
  context.on('request', (request) => {
    const entry: Sent = { url: request.url(), method: request.method(), headers: {}, body: request.postData() ?? '' };
    sent.push(entry);
    // The headers as sent, `Referer` included; a request that the navigation cut off has none.
    request.allHeaders().then(
      (headers) => Object.assign(entry.headers, headers),
      () => undefined,
    );
  });
  return sent;
};
