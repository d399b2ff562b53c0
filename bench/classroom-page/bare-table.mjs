import { between, stopwatch } from './stopwatch.mjs';

/** Inserts a table without styles, and resolves after the frame that shows it. Runs in the page. */
const insert = async ({ rows, columns }) => {
  const cells = (row) => Array.from({ length: columns }, (_, column) => `<td>${row} / ${column}</td>`).join('');
  const html = Array.from({ length: rows }, (_, row) => `<tr>${cells(row)}</tr>`).join('');
  const table = document.createElement('table');
  table.innerHTML = html;
  document.body.append(table);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const { port1, port2 } = new MessageChannel();
  const shown = new Promise((resolve) => (port2.onmessage = resolve));
  port1.postMessage(null);
  await shown;
};

/**
 * Measures a bare HTML table on an empty page with the stopwatch of the classroom page. The result is the lower bound
 * for a table of this size on this machine, and shows how fast the machine is at the moment.
 * @param {import('playwright-core').Browser} browser
 * @param {{ rows: number, columns: number, slowdown: number }} options
 */
export const measureBareTable = async (browser, { rows, columns, slowdown }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const read = await stopwatch(page, slowdown);
  await page.goto('about:blank');
  await page.evaluate(insert, { rows: 0, columns: 0 });
  const before = await read();
  await page.evaluate(insert, { rows, columns });
  const work = between(before, await read());
  await page.close();
  return work;
};
