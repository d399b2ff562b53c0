import type { Locator, Page } from 'playwright-core';

/**
 * Records each layout shift, including those directly after an input, which browsers exclude. Runs in the page before
 * its own scripts.
 */
export const watchShifts = () => {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Returns the layout shift score so far, after the last frame is painted. */
export const shiftsOf = async (page: Page): Promise<number[]> => {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  return page.evaluate('window.shifts');
};

/** Returns the position and height of boxes in the page. */
export const boxesOf = (boxes: Locator): Promise<string[]> =>
  boxes.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return `${element.localName}.${element.className} at ${Math.round(top)}, ${Math.round(height)} high`;
    }),
  );
