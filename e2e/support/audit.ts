import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Frames of another origin answer by messages; without this axe ignores them.
const acrossFrames = `${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/**
 * Accessibility faults by axe, WCAG 2.2 AA and best practice, of a page and all its frames as one. Injected by the
 * debugger, so no policy is in its way.
 */
export const faultsOf = async (page: Page): Promise<string[]> => {
  for (const frame of page.frames()) {
    // Half a megabyte, read once a document.
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(acrossFrames);
  }
  const results = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${String(node.target)}`));
};
