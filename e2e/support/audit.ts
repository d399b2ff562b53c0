import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility faults by axe, WCAG 2.2 AA and best practice. Injected by the debugger, so no policy is in its way. */
export const faultsOf = async (page: Page | Frame): Promise<string[]> => {
  await page.evaluate(source);
  const results = await page.evaluate<axe.AxeResults>('axe.run()');
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${String(node.target)}`));
};
