import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { keepEvidence } from './evidence.ts';
import type { Portal } from './portal.ts';

/** The portal and the browser of an end-to-end test. The hooks of `setUpPage` set them for each file. */
export let portal: Portal;
export let browser: Browser;
/** Opens a new browser context for this test only. */
export let context: BrowserContext;
export let page: Page;

export type SetupOptions = {
  /** Environment variables of the portal. A file with settings has its own portal, other files share one. */
  settings?: Record<string, string>;
  /** Settings of the browser. */
  visitor?: BrowserContextOptions;
};

/** Opens the portal and the browser for the file, for tests that open their own pages and may run in parallel. */
export const setUpPortal = (settings?: SetupOptions['settings']): void => {
  beforeAll(async () => {
    [portal, browser] = await Promise.all([shared.portal({ settings, data: inject('emptyData') }), shared.browser()]);
    return () => Promise.all(browser.contexts().map((open) => open.close()));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepEvidence(task, { portal, browser });
  });
};

/** Does the same, and opens a context with an empty page for each test of the file. */
export const setUpPage = ({ settings, visitor }: SetupOptions = {}): void => {
  setUpPortal(settings);
  beforeEach(async () => {
    context = await browser.newContext(visitor);
    // Records actions and the console only, because screenshots and snapshots would slow the pages down.
    await context.tracing.start();
    page = await context.newPage();
    return () => context.close();
  });
};
