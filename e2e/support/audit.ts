import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// axe ignores frames of another origin unless they answer its messages.
const acrossFrames = `${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/**
 * axe 4.14 reads the colour of a text from `-webkit-text-fill-color`. In forced colours, Chromium computes it as the
 * page's own colour but paints the system's, so axe compares a colour that no one sees. Runs in the page.
 */
const findViolations = `axe.run({
  resultTypes: ['violations'],
  rules: { 'color-contrast': { enabled: !matchMedia('(forced-colors: active)').matches } },
})`;

/** Returns the accessibility violations that axe finds (WCAG 2.2 AA and best practice) in a page and all its frames. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  for (const frame of page.frames()) {
    // Half a megabyte, once per document. The debugger injects it, so that no policy blocks it.
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(acrossFrames);
  }
  const { violations } = await page.evaluate<axe.AxeResults>(findViolations);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${String(node.target)}`));
};
