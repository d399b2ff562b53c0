/** Writes the package of partners: `write.ts <build> <folder> <portal> <license file or nothing> <key or nothing>`. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

import { createBrand } from '../../../src/config/brand.ts';
import { createPartners } from '../../../backend/config/create-partners.ts';
import { variableText } from '../../../src/config/variables.ts';
import { definitionOf, tagNames } from '../../../src/contracts/tags.ts';
import { customElementsManifest, readMetadata } from './metadata.ts';
import { jsxTypes, packageJson, type Root } from './package-json.ts';

const [build = '', folder = '', portal = '', licenseFile = '', key = ''] = process.argv.slice(2);

const table = createPartners(process.env, createBrand(process.env));
const partner = table.find((one) => one.key === key);
if (key !== '' && partner === undefined) {
  console.error(
    `--key: VITE_PARTNERS has no key "${key}". It has: ${table.map((one) => one.key).join(', ') || 'none'}.`,
  );
  process.exit(1);
}

const noLicense = (name: string): string =>
  `${name}\n\nAll rights reserved. Use of this package requires an agreement with the operator of\n${portal}.\n`;

/** Copies a module of the build and everything that it imports, statically or dynamically. */
const copyModules = (entry: string, copied: Set<string>): void => {
  if (copied.has(entry)) return;
  copied.add(entry);
  const source = join(build, 'elements', entry);
  const target = join(folder, 'elements', entry);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target);
  const imports = readFileSync(source, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`$]+\.js)["'`]/g);
  for (const [, path = ''] of imports) copyModules(join(dirname(entry), path), copied);
};

/** Copies the declarations. They must not name TypeScript files, which the package does not contain. */
const copyTypes = (from: string, to: string): void => {
  const text = readFileSync(from, 'utf8').replaceAll(/((?:from|import\()\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2');
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
};

const writeTypes = (): void => {
  const types = join(folder, 'types');
  const built = join(build, 'types');
  const copied = new Set<string>();
  const copy = (path: string): void => {
    if (copied.has(path)) return;
    copied.add(path);
    copyTypes(join(built, path), join(types, path));
    const text = readFileSync(join(built, path), 'utf8');
    for (const [, other = ''] of text.matchAll(/(?:from|import\()\s*["'](\.[^"']*)\.ts["']/g)) {
      copy(`${join(dirname(path), other)}.d.ts`);
    }
  };
  copy('elements/kit/element-types.d.ts');
  for (const name of jsxTypes) {
    copy(`elements/jsx/${name}.d.ts`);
    writeFileSync(join(types, `${name}.d.ts`), `export type * from './elements/jsx/${name}.js';\n`);
  }
  copy('elements/configure.d.ts');
  writeFileSync(
    join(types, 'index.d.ts'),
    [
      `export type * from './elements/kit/element-types.js';`,
      `export { configure } from './elements/configure.js';`,
      `import type { ElementOf } from './elements/kit/element-types.js';`,
      ...readMetadata().map(({ name, tagName }) => `export type ${name} = ElementOf['${tagName}'];\n`),
    ].join('\n'),
  );
  writeFileSync(join(types, 'configure.d.ts'), `export { configure } from './elements/configure.js';\n`);
  writeFileSync(join(folder, 'types-only.js'), '// This entry contains types only.\nexport {};\n');
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
const forPartner = (text: string): string => {
  if (partner === undefined) return text;
  const origins = partner.origins.map((origin) => `\`${origin}\``).join(', ');
  const example = partner.audience === 'parent' ? /web2wave|your-key|(?<=origin=")demo(?=")/g : /educators/g;
  return text
    .replaceAll(/ Replace [^\n]*? with your key\.(?= |$)/gm, '')
    .replace(/The examples use the key `demo`.*?on your pages\./s, `The examples use your key, \`${key}\`.`)
    .replace('does not belong to the key.', `does not belong to your key, \`${key}\`: ${origins}.`)
    .replaceAll(example, key);
};

/** Returns the policies with the host of the portal's PlayFab title. */
const withTitle = (text: string): string => {
  const title = variableText(process.env, 'VITE_PLAYFAB_URL');
  if (title === undefined) return text;
  return text
    .replaceAll(/^(\| (?:script tag|package).*connect-src [^`]*)/gm, `$1 ${title}`)
    .replace(/- With a real PlayFab title.*?in a frame\.\n/s, '');
};

/** Writes the README, the guides, the examples and the changelog into the package, with its version and its portal. */
const writePages = (version: string): void => {
  for (const [from, to] of pages) {
    const file = join(folder, to);
    mkdirSync(dirname(file), { recursive: true });
    const text = readFileSync(from, 'utf8')
      .replaceAll(/https:\/\/(portal|numeria)\.example(?![.\w-])/g, portal)
      .replaceAll(/maths-portal-(VERSION|\d+\.\d+\.\d+)\.tgz/g, `maths-portal-${version}.tgz`);
    const filled = forPartner(withTitle(text));
    writeFileSync(file, from.endsWith('.md') ? moveLinks(filled, from, to) : filled);
  }
};

const writeJson = (name: string, value: unknown): void =>
  writeFileSync(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`);

const root: Root = JSON.parse(readFileSync('package.json', 'utf8'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'types'), { recursive: true });

const description = packageJson(root, { portal, license: 'SEE LICENSE IN LICENSE' });
writeJson('package.json', description);
writeFileSync(join(folder, 'LICENSE'), licenseFile === '' ? noLicense(root.name) : readFileSync(licenseFile, 'utf8'));
const copied = new Set<string>();
for (const entry of Object.values(description.exports)) {
  const file = typeof entry === 'string' ? entry : entry.default;
  if (file.startsWith('./elements/')) copyModules(file.slice('./elements/'.length), copied);
}
writeTypes();
writeJson('custom-elements.json', customElementsManifest());
writePages(root.version);
