import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, inject, type TestContext } from 'vitest';
import type { Portal } from './portal.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The portal and the browser of an end-to-end test. The hooks of `setUpPage` set them for each file. */
export let portal: Portal;
export let browser: Browser;
/** Opens a new browser context for this test only. */
export let context: BrowserContext;
export let page: Page;

/** Opens the portal and the browser for the file. A file with settings has its own portal, the others share one. */
export const setUpPortal = (settings?: Record<string, string>): void => {
  beforeAll(async () => {
    [portal, browser] = await Promise.all([shared.portal({ settings, data: inject('emptyData') }), shared.browser()]);
    return () => Promise.all(browser.contexts().map((open) => open.close()));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepEvidence(task, { portal, browser });
  });
};

type SetupOptions = { settings?: Record<string, string>; visitor?: BrowserContextOptions };

/** Does the same, and opens a context of this visitor with an empty page for each test of the file. */
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

/** Saves the server's output, a picture of each page and each trace (docs/contributors/testing.md#end-to-end-tests). */
export const keepEvidence = async (
  task: TestContext['task'],
  { portal, browser }: { portal: Pick<Portal, 'output'>; browser: Browser },
): Promise<void> => {
  const name = `${task.file.name} ${task.name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const folder = join('.cache/test-results', name.slice(0, 100));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'server.log'), portal.output());
  for (const [index, context] of browser.contexts().entries()) {
    for (const [number, page] of context.pages().entries()) {
      const path = join(folder, `page-${index + 1}-${number + 1}.png`);
      // A page that hangs has no picture. Hiding the caret would add styles to tests that run at the same time.
      await page.screenshot({ path, timeout: 5_000, caret: 'initial' }).catch(() => undefined);
    }
    // A context that a test opened itself records nothing.
    await context.tracing.stop({ path: join(folder, `trace-${index + 1}.zip`) }).catch(() => undefined);
  }
};
