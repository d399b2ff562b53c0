import { useEffect, useState } from 'react';

/** Calls back in a task after the next frame is painted. Returns a function that cancels the call. */
const afterPaint = (callback: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** Pixels according to the style sheets: the height of a row, and the minimum above the first row of the page. */
const rowHeight = 27;
const above = 420;
const fewest = 8;

/** Returns how many rows of the first table fit in the window while the page is not scrolled. */
export const rowsInSight = (): number => Math.max(fewest, Math.ceil((innerHeight - above) / rowHeight));

/**
 * Returns how many of a table's rows to render: first the visible ones, then as many more after each paint until all
 * are rendered. A class appears sooner, and no single task is long. `everyRow` renders all rows at once.
 */
export const useShownRows = (total: number, everyRow: boolean): number => {
  const [step] = useState(rowsInSight);
  const [shown, setShown] = useState(step);
  const isComplete = everyRow || shown >= total;
  useEffect(
    () => (isComplete ? undefined : afterPaint(() => setShown((before) => before + step))),
    [isComplete, shown, step],
  );
  return everyRow ? total : Math.min(shown, total);
};
