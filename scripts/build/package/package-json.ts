import { tagNames } from '../../../src/contracts/tags.ts';

export type Root = { name: string; version: string };

const types = './types/index.d.ts';

/** The frameworks whose JSX has types of the tags (`elements/jsx`). */
export const jsxTypes = ['react', 'preact', 'solid'];

/** The entries of the package by their path in `import 'maths-portal/…'`. */
const entries = {
  '.': { types, default: './elements/index.js' },
  './configure': { types: './types/configure.d.ts', default: './elements/configure.js' },
  ...Object.fromEntries(
    tagNames
      .map((tag) => tag.slice('maths-'.length))
      .map((name) => [`./${name}`, { types, default: `./elements/${name}.js` }]),
  ),
  ...Object.fromEntries(
    jsxTypes.map((name) => [`./${name}`, { types: `./types/${name}.d.ts`, default: './types-only.js' }]),
  ),
};

/**
 * Returns the package's package.json, without a dependency: `./react` uses the types of the page's React, and so do the
 * others.
 */
export const packageJson = ({ name, version }: Root, { portal, license }: { portal: string; license: string }) => ({
  name,
  version,
  description: `The sign-in and sign-up forms of ${portal} as custom elements.`,
  keywords: ['custom-elements', 'web-components', 'sign-in', 'sign-up'],
  homepage: portal,
  license,
  type: 'module',
  main: entries['.'].default,
  types,
  exports: {
    ...entries,
    './custom-elements.json': './custom-elements.json',
    './package.json': './package.json',
  },
  // Importing an element defines its tag.
  sideEffects: ['./elements/**/*.js'],
  customElements: 'custom-elements.json',
});
