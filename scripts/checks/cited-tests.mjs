/** @typedef {{ file: string, title: string }} CitedTest */

/**
 * Returns the tests that `docs/security.md`, or a cell of its table, cites as evidence. `%s` in a title means any value.
 * @param {string} text
 * @returns {CitedTest[]}
 */
export const citedTests = (text) =>
  [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));

/** Whether a title is the cited one, in which `%s` means any value. */
const isTitle = (/** @type {string} */ title, /** @type {string} */ cited) => {
  const [start = '', ...rest] = cited.split('%s');
  const end = rest.at(-1);
  if (end === undefined) return title === cited;
  return title.startsWith(start) && title.endsWith(end);
};

/**
 * Returns the cited tests of the files that ran for which no test has the title.
 * @param {readonly CitedTest[]} cited
 * @param {ReadonlyMap<string, readonly string[]>} ran the titles of the tests that ran in each file
 * @returns {CitedTest[]}
 */
export const missingTests = (cited, ran) =>
  cited.filter(({ file, title }) => ran.get(file)?.every((one) => !isTitle(one, title)) === true);
