/** Where the tests of a file run: a project of vitest.config.ts, or `browser`. The first pattern that matches decides. */
const kinds = /** @type {const} */ ([
  ['browser', /\.browser\.test\.ts$/],
  ['examples', /^e2e\/examples\/[^/]+\.test\.ts$/],
  ['e2e', /^e2e\/.*\.e2e\.ts$/],
  ['built', /^scripts\/checks\/built\/[^/]+\.test\.ts$/],
  ['deploy', /^deploy\/.*\.test\.ts$/],
  ['campaign', /^backend\/.*\.campaign\.test\.ts$/],
  ['backend', /^(backend|emulators)\/.*\.test\.ts$/],
  ['dom', /\.test\.tsx$|\.dom\.test\.ts$/],
  ['unit', /\.test\.ts$/],
]);

/**
 * Returns where the tests of a file run, or undefined if it has none.
 * @param {string} file its path in the repository
 */
export const kindOf = (file) => kinds.find(([, pattern]) => pattern.test(file.replaceAll('\\', '/')))?.[0];
