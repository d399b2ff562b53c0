import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The module that decides on which database a test runs. */
const chooser = 'backend/testing/empty-database.ts';

/** @type {Map<string, string[]>} */
const known = new Map();

const importsOf = (/** @type {string} */ file) => {
  // A test may contain the code of a file that it writes.
  if (!existsSync(file)) return [];
  const found =
    known.get(file) ??
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+\.(?:ts|mjs))'/g)].map(
      ([, path = '']) => join(dirname(file), path).replaceAll('\\', '/'),
    );
  known.set(file, found);
  return found;
};

/**
 * Returns whether a test runs on PostgreSQL or PGlite, as TEST_DATABASE_URL says: whether it imports the module that reads
 * this variable, directly or through other modules. Any other test is the same on both.
 * @param {string} test
 */
export const usesTestDatabase = (test) => {
  const reached = new Set([test]);
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  return reached.has(chooser);
};
