import type { Locator, Page } from 'playwright-core';

/** One layout shift: its score, and the elements that moved, so that a failed test names them. */
export interface Shift {
  readonly score: number;
  readonly moved: readonly string[];
  /** Whether the visitor had pressed nothing yet. */
  readonly loading: boolean;
}

/**
 * Records each layout shift, including those directly after an input, which browsers exclude. Runs in the page before
 * its own scripts.
 */
export const watchShifts = () => {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  let pressed = Infinity;
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, ({ timeStamp }) => (pressed = Math.min(pressed, timeStamp)), { capture: true });
  }
  const nameOf = (source: unknown): string => {
    const node = typeof source === 'object' && source !== null && 'node' in source ? source.node : null;
    const element = node instanceof Text ? node.parentElement : node;
    return element instanceof Element ? `${element.localName}.${element.getAttribute('class')}` : 'a removed node';
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources: unknown[] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      if (!('value' in entry)) continue;
      shifts.push({ score: Number(entry.value), moved: sources.map(nameOf), loading: entry.startTime < pressed });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Waits until the current state of the page is painted. */
export const untilPainted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/**
 * Waits until the page's fonts have replaced the system's, and forgets the shifts until then: no system font is exactly as
 * wide in every word.
 */
export const untilFontsShown = async (page: Page): Promise<void> => {
  await untilPainted(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await untilPainted(page);
  await page.evaluate('window.shifts.length = 0');
};

/** Returns the layout shifts so far, after the last frame is painted. */
export const shiftsOf = async (page: Page): Promise<Shift[]> => {
  await untilPainted(page);
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
