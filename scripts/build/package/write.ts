/** Writes the package of partners. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import type { Partner } from '../../../src/config/partner-origins.ts';
import { variableText } from '../../../src/config/variables.ts';
import { definitionOf, tagNames } from '../../../src/contracts/tags.ts';
import { customElementsManifest, readMetadata } from './metadata.ts';

type Package = {
  /** The folder of the built elements and types. */
  build: string;
  /** The folder to write. */
  folder: string;
  portal: string;
  /** A file, or an empty text. */
  license: string;
  /** Whose key and origins the pages name, instead of those of examples. */
  partner: Partner | undefined;
  env: NodeJS.ProcessEnv;
};

const types = './types/index.d.ts';

/** The frameworks whose JSX has types of the tags (`elements/jsx`). */
const jsxTypes = ['react', 'preact', 'solid'];

/** The entries of the package by their path in `import 'maths-portal/…'`. */
export const entries: Readonly<Record<string, { types: string; default: string }>> = {
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
 * Returns the package's package.json. It has no dependency: `./react` uses the types of the page's React, for example.
 */
const packageJson = ({ name, version }: { name: string; version: string }, portal: string) => ({
  name,
  version,
  description: `The sign-in and sign-up forms of ${portal} as custom elements.`,
  keywords: ['custom-elements', 'web-components', 'sign-in', 'sign-up'],
  homepage: portal,
  license: 'SEE LICENSE IN LICENSE',
  type: 'module',
  main: './elements/index.js',
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

const noLicense = (name: string, portal: string): string =>
  `${name}\n\nAll rights reserved. Use of this package requires an agreement with the operator of\n${portal}.\n`;

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Returns these files and all that they import, by the paths that the pattern finds in them. */
export const withImports = (root: string, files: readonly string[], pattern: RegExp, suffix = ''): Set<string> => {
  const found = new Set(files);
  // A set also yields what is added during the loop.
  for (const file of found) {
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(pattern)) {
      found.add(join(dirname(file), path + suffix));
    }
  }
  return found;
};

/** Copies the modules of the entries, and everything that these import, statically or dynamically. */
const copyModules = ({ build, folder }: Package): void => {
  const modules = Object.values(entries)
    .map((entry) => entry.default)
    .filter((file) => file.startsWith('./elements/'))
    .map((file) => file.slice('./elements/'.length));
  const pattern = /(?:from|import)\s*\(?\s*["'`](\.[^"'`$]+\.js)["'`]/g;
  const from = join(build, 'elements');
  for (const file of withImports(from, modules, pattern)) cpSync(join(from, file), join(folder, 'elements', file));
};

/** Copies the declarations. They must not name TypeScript files, which the package does not contain. */
const writeTypes = ({ build, folder }: Package): void => {
  const from = join(build, 'types');
  const to = join(folder, 'types');
  const written = ['kit/element-types', 'configure', ...jsxTypes.map((name) => `jsx/${name}`)];
  const declarations = written.map((name) => `elements/${name}.d.ts`);
  for (const file of withImports(from, declarations, /(?:from|import\()\s*["'](\.[^"']*)\.ts["']/g, '.d.ts')) {
    const text = readFileSync(join(from, file), 'utf8');
    write(join(to, file), text.replaceAll(/((?:from|import\()\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2'));
  }
  for (const name of jsxTypes) {
    write(join(to, `${name}.d.ts`), `export type * from './elements/jsx/${name}.js';\n`);
  }
  const configure = `export { configure } from './elements/configure.js';`;
  write(
    join(to, 'index.d.ts'),
    [
      `export type * from './elements/kit/element-types.js';`,
      configure,
      `import type { ElementOf } from './elements/kit/element-types.js';`,
      ...readMetadata().map(({ name, tagName }) => `export type ${name} = ElementOf['${tagName}'];\n`),
    ].join('\n'),
  );
  write(join(to, 'configure.d.ts'), `${configure}\n`);
  write(join(folder, 'types-only.js'), '// This entry contains types only.\nexport {};\n');
};

const slashed = (file: string): string => file.replaceAll('\\', '/');

/** The pages and examples of the package, by their path in the repository. */
const pages = new Map<string, string>([
  ['scripts/build/package/README.md', 'README.md'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ...globSync('docs/partners/*.md').map((file): [string, string] => [file, `docs/${basename(file)}`]),
  ...globSync('examples/**/*.*', { exclude: ['**/node_modules', '**/dist', '**/.*', '**/package-lock.json'] })
    .map(slashed)
    .map((file): [string, string] => [file, file]),
  ...tagNames
    .filter((tag) => !definitionOf(tag).isPortals)
    .map((tag) => tag.slice('maths-'.length))
    .map((name): [string, string] => [`elements/${name}.md`, `docs/elements/${name}.md`]),
]);

/** Rewrites a link of a page to its target in the package, or to plain text without one. */
const moveLinks = (text: string, from: string, to: string): string =>
  text.replaceAll(
    /\[([^\]]+)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_, label: string, path: string, hash = '') => {
      const target = pages.get(posix.join(posix.dirname(from), path));
      if (target === undefined) return label;
      const relative = posix.relative(posix.dirname(to), target);
      return `[${label}](${relative}${hash})`;
    },
  );

/** Returns a page with the partner's key and origins in the place of those that the guides use as an example. */
const forPartner = (text: string, partner: Package['partner']): string => {
  if (partner === undefined) return text;
  const origins = partner.origins.map((origin) => `\`${origin}\``).join(', ');
  const example = partner.audience === 'parent' ? /web2wave|your-key|(?<=origin=")demo(?=")/g : /educators/g;
  return text
    .replaceAll(/ Replace [^\n]*? with your key\.(?= |$)/gm, '')
    .replace(/The examples use the key `demo`.*?on your pages\./s, `The examples use your key, \`${partner.key}\`.`)
    .replace('does not belong to the key.', `does not belong to your key, \`${partner.key}\`: ${origins}.`)
    .replaceAll(example, partner.key);
};

/** Returns the policies with the host of the portal's PlayFab title. */
const withTitle = (text: string, env: Package['env']): string => {
  const title = variableText(env, 'VITE_PLAYFAB_URL');
  if (title === undefined) return text;
  return text
    .replaceAll(/^(\| (?:script tag|package).*connect-src [^`]*)/gm, `$1 ${title}`)
    .replace(/- With a real PlayFab title.*?in a frame\.\n/s, '');
};

/** Writes the README, the guides, the examples and the changelog, with the version and the portal of the package. */
const writePages = ({ folder, portal, partner, env }: Package, version: string): void => {
  for (const [from, to] of pages) {
    const text = readFileSync(from, 'utf8')
      .replaceAll(/https:\/\/(portal|numeria)\.example(?![.\w-])/g, portal)
      .replaceAll(/maths-portal-(VERSION|\d+\.\d+\.\d+)\.tgz/g, `maths-portal-${version}.tgz`);
    const filled = forPartner(withTitle(text, env), partner);
    write(join(folder, to), from.endsWith('.md') ? moveLinks(filled, from, to) : filled);
  }
};

/** Writes the folder of which `npm pack` makes the tarball. */
export const writePackage = (wanted: Package): void => {
  const { folder, portal, license } = wanted;
  const root: { name: string; version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const writeJson = (name: string, value: unknown): void =>
    write(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`);
  rmSync(folder, { recursive: true, force: true });
  writeJson('package.json', packageJson(root, portal));
  write(join(folder, 'LICENSE'), license === '' ? noLicense(root.name, portal) : readFileSync(license, 'utf8'));
  copyModules(wanted);
  writeTypes(wanted);
  writeJson('custom-elements.json', customElementsManifest());
  writePages(wanted, root.version);
};
