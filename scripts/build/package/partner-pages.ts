import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { tagNames } from '../../../src/contracts/tags.ts';
import { definitionOf } from '../../../src/contracts/tags.ts';

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
    .map((name): [string, string] => [`elements/${name}/${name}.md`, `docs/elements/${name}.md`]),
]);

/**
 * Rewrites a link of a page to the path of its target in the package. A link to a page that is not in the package
 * becomes plain text.
 */
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

/** Writes the README, the guides, the examples and the changelog into the package, with its version and its portal. */
export const writePages = (folder: string, portal: string, version: string): void => {
  for (const [from, to] of pages) {
    const file = join(folder, to);
    mkdirSync(dirname(file), { recursive: true });
    const text = readFileSync(from, 'utf8')
      .replaceAll(/https:\/\/(portal|numeria)\.example(?![.\w-])/g, portal)
      .replaceAll(/maths-portal-(VERSION|\d+\.\d+\.\d+)\.tgz/g, `maths-portal-${version}.tgz`);
    writeFileSync(file, from.endsWith('.md') ? moveLinks(text, from, to) : text);
  }
};
