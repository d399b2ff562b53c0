import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/requirements.ts';
import { startLocalServer } from '../../scripts/test-tools/ports.ts';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });

/** Records errors and warnings of the console from now on, including exceptions and policy violations. */
export const recordConsoleErrors = (page: Page): string[] => {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  return consoleErrors;
};

/**
 * Waits until the page is loaded, all its requests are answered, and it begins no other within half a second.
 *
 * Playwright's state `networkidle` would never come when a slow page was silent for half a second before its document
 * was complete (https://github.com/microsoft/playwright/issues/42598), and it stays set during later requests.
 */
export const untilQuiet = async (page: Page): Promise<void> => {
  await page.waitForLoadState();
  do await Promise.all((await page.requests()).map((request) => request.response()));
  while (await page.waitForEvent('request', { timeout: 500 }).catch(() => null));
};

/** Records every request of a context with its data, including those of frames and workers. */
export type Sent = { url: string; method: string; headers: Record<string, string>; body: string };
export const requestsOf = (context: BrowserContext): Sent[] => {
  const sent: Sent[] = [];
  context.on('request', async (request) => {
    const entry: Sent = { url: request.url(), method: request.method(), headers: {}, body: request.postData() ?? '' };
    sent.push(entry);
    // The headers as sent, `Referer` included. A request that the navigation aborted has none.
    entry.headers = await request.allHeaders().catch(() => ({}));
  });
  return sent;
};

/** Serves one page at every path of another site: `127.0.0.1` and `localhost` are different ones, two ports are not. */
export const servePage = (html: string | (() => string), headers: Record<string, string> = {}, port = 0) =>
  startLocalServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(typeof html === 'string' ? html : html());
  }, port);

/** One layout shift: its score, and the elements that moved, so that a failed test names them. */
type Shift = { score: number; moved: string[] };

/** Records each layout shift, also after an input. Runs in the page before its own scripts. */
export const watchShifts = () => {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const nameOf = (source: unknown): string => {
    const node = typeof source === 'object' && source !== null && 'node' in source ? source.node : null;
    const element = node instanceof Text ? node.parentElement : node;
    return element instanceof Element ? `${element.localName}.${element.getAttribute('class')}` : 'a removed node';
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources: unknown[] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      if ('value' in entry) shifts.push({ score: Number(entry.value), moved: sources.map(nameOf) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Waits until the current state of the page is painted. */
export const untilPainted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/** Returns the layout shifts so far, after the last frame is painted. */
export const shiftsOf = async (page: Page): Promise<Shift[]> => {
  await untilPainted(page);
  return page.evaluate('window.shifts');
};
