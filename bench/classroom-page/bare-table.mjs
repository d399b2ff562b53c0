import { between, stopwatch } from './stopwatch.mjs';

/**
 * Inserts a table without styles, or changes the last cell of the table that is there. Resolves after the frame that
 * shows it. Runs in the page.
 */
const show = async ({ rows, columns }) => {
  const last = [...document.querySelectorAll('td')].at(-1);
  if (last === undefined) {
    const cells = (row) => Array.from({ length: columns }, (_, column) => `<td>${row} / ${column}</td>`).join('');
    const html = Array.from({ length: rows }, (_, row) => `<tr>${cells(row)}</tr>`).join('');
    const table = document.createElement('table');
    table.innerHTML = html;
    document.body.append(table);
  } else last.textContent = 'changed';
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const { port1, port2 } = new MessageChannel();
  const shown = new Promise((resolve) => (port2.onmessage = resolve));
  port1.postMessage(null);
  await shown;
};

/**
 * Measures a bare HTML table on an empty page with the stopwatch of the classroom page: its opening, and the change of
 * one cell. The results are the lower bounds for a table of this size on this machine, and show how fast the machine is
 * at the moment.
 * @param {import('playwright-core').Browser} browser
 * @param {{ rows: number, columns: number, slowdown: number }} options
 */
export const measureBareTable = async (browser, { rows, columns, slowdown }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const read = await stopwatch(page, slowdown);
  await page.goto('about:blank');
  await page.evaluate(show, { rows: 0, columns: 0 });
  const before = await read();
  await page.evaluate(show, { rows, columns });
  const opened = await read();
  await page.evaluate(show, { rows, columns });
  const change = between(opened, await read());
  await page.close();
  return { opening: between(before, opened), change };
};
