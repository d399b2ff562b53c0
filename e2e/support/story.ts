import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { keepEvidence } from './evidence.ts';
import { type Portal, startPortal } from './portal.ts';

/** What a story plays with. A file sees its own: they are set by the hooks of `beginStories`. */
export let portal: Portal;
export let browser: Browser;
/** A new browser context for this test only. */
export let context: BrowserContext;
export let page: Page;

export type Stage = {
  /** Variables of the portal. */
  settings?: Record<string, string>;
  /** What the person's browser is like. */
  visitor?: BrowserContextOptions;
};

/** One portal and one browser for the file, for tests that open their own pages and may run in parallel. */
export const openPortal = (settings?: Stage['settings']): void => {
  beforeAll(async () => {
    [portal, browser] = await Promise.all([startPortal({ settings, data: inject('emptyData') }), openBrowser()]);
    return () => Promise.all([portal.stop(), browser.close()]);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepEvidence(task, { portal, browser });
  });
};

/** The same, and for each of its tests a context with an empty page. */
export const beginStories = ({ settings, visitor }: Stage = {}): void => {
  openPortal(settings);
  beforeEach(async () => {
    context = await browser.newContext(visitor);
    // Actions and console only: pictures and snapshots of the document would slow the pages down.
    await context.tracing.start();
    page = await context.newPage();
    return () => context.close();
  });
};
