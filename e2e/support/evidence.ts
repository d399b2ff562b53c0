import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { TestContext } from 'vitest';
import type { Portal } from './portal.ts';

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100);

/** The time limit of a screenshot in milliseconds, because a page that hangs has none. */
const screenshotTimeout = 5_000;

/** Creates the folder for the evidence of a test. */
const folderOf = ({ file, name }: TestContext['task']): string => {
  const folder = join('.cache/test-results', slugOf(`${file.name} ${name}`));
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** Saves a picture of the page of a failed test that runs in several engines. */
export const keepPicture = (task: TestContext['task'], engine: string, picture: Buffer): void =>
  writeFileSync(join(folderOf(task), `${slugOf(engine)}.png`), picture);

/**
 * Saves information about a failed test in `.cache/test-results`: the output of the server, a screenshot of each open
 * page, and the trace of each context that records one (`npx playwright-core show-trace <file>`).
 */
export const keepEvidence = async (
  task: TestContext['task'],
  { portal, browser }: { portal: Pick<Portal, 'output'>; browser: Browser },
): Promise<void> => {
  const folder = folderOf(task);
  writeFileSync(join(folder, 'server.log'), portal.output());
  for (const [index, context] of browser.contexts().entries()) {
    for (const [number, page] of context.pages().entries()) {
      const path = join(folder, `page-${index + 1}-${number + 1}.png`);
      // Hiding the caret would add styles to the pages of tests that run at the same time.
      await page.screenshot({ path, timeout: screenshotTimeout, caret: 'initial' }).catch(() => undefined);
    }
    // A context that a test opened itself records nothing.
    await context.tracing.stop({ path: join(folder, `trace-${index + 1}.zip`) }).catch(() => undefined);
  }
};
