import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretSettings, settingTables } from '../../backend/config/settings.ts';
import { checks } from './checks.ts';

const pages = globSync([
  '*.md',
  '{docs,src,elements,emulators,examples,backend,host-site,demo}/**/*.md',
  'bench/README.md',
]).filter((page) => !page.startsWith('docs/spec/'));
const read = (file: string): string => readFileSync(file, 'utf8');
const sourceNames = new Set(
  globSync('{src,elements,host-site,backend,emulators,e2e,scripts}/**/*.{ts,tsx}').map((file) => basename(file)),
);
const { scripts } = JSON.parse(read('package.json'));
const checkNames = checks.map(({ name }) => name);

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** Returns the anchors of a page's headings, in the form that GitHub and GitLab use. */
const anchorsOf = (page: string): string[] =>
  matches(read(page).replace(/```[\s\S]*?```/g, ''), /^#+ (.+)$/gm).map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

/** Returns the titles in each file, by `vitest list` without running them. That of `it.each` is its template. */
const titlesIn = (files: readonly string[]): Map<string, Set<string>> => {
  const command = ['node_modules/vitest/vitest.mjs', 'list', ...files, '--static-parse', '--json'];
  const output = execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const tests: { name: string; file: string }[] = JSON.parse(output);
  const titles = new Map<string, Set<string>>();
  for (const { name, file } of tests) {
    const path = relative('.', file);
    const known = titles.get(path) ?? new Set();
    titles.set(path, known.add(name.split(' > ').at(-1) ?? name));
  }
  return titles;
};

/** Returns the tests that a cell of `docs/security.md` cites as evidence. `%s` in a title means any value. */
const citedTests = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));

/**
 * Paths in the text and in the arguments of commands: those that begin with a folder of the root, and those of a file.
 * A comment in an example names the file that a reader creates.
 */
const anywhere =
  /(?<![\w/.…-]|\/\/ )((?:src|elements|host-site|demo|locales|backend|emulators|e2e|scripts|bench|deploy|examples|docs)\/[\w/@.…-]*[\w…])/g;
const withSuffix = /(?<![\w/.-]|\/\/ )((?:[\w@…-]+\/)+[\w.…-]*\.(?:tsx?|mjs|css|sql|md|ya?ml|ini))\b(?![/:])/g;

describe('the documentation', () => {
  it.each(pages)('finds every file, heading, command and check that %s names', (page) => {
    const text = read(page);
    const links = matches(text, /\]\(([^)\s]+)[^)]*\)/g).filter((link) => !/^(https?|mailto):/.test(link));
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : join(dirname(page), file);
      return (
        !existsSync(target) || (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor))
      );
    });
    expect(broken).toEqual([]);
    const commands = matches(text, /npm run (?:--silent )?([a-z:-]+)/g);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const named = matches(text, /npm (?:test|run check) -- (?:--all )?--only ([a-z0-9,-]+)/g);
    expect(named.flatMap((names) => names.split(',')).filter((name) => !checkNames.includes(name))).toEqual([]);
    // `X` and `…` mean any name. A path begins in the root or in the folder of the page.
    const paths = [anywhere, withSuffix].flatMap((pattern) => matches(text, pattern));
    const missing = paths.filter((path) => {
      const pattern = path.replace(/\bX\b|…/g, '*');
      return [pattern, join(dirname(page), pattern)].every((place) => globSync(place).length === 0);
    });
    expect(missing).toEqual([]);
    const names = matches(text, /`([\w.-]+\.(?:test|e2e|route|repository)\.tsx?)`/g);
    expect(names.filter((name) => !sourceNames.has(name))).toEqual([]);
  });

  it('finds every page and heading that the code cites', () => {
    // The benchmarks have their own packages.
    const sources = globSync(
      '{src,elements,host-site,demo,locales,backend,emulators,e2e,scripts,bench}/**/*.{ts,tsx,mjs,css,md}',
      { exclude: ['**/node_modules/**'] },
    );
    const broken = sources.flatMap((source) => {
      const text = read(source);
      const headings = [...text.matchAll(/\b(product-spec|decisions)\.md#([\w-]+)/g)].filter(
        ([, name, anchor = '']) => !anchorsOf(`docs/spec/${name}.md`).includes(anchor),
      );
      const files = [...text.matchAll(/\b(docs\/[a-z/-]+\.md)/g)].filter(([file]) => !existsSync(file));
      return [...headings, ...files].map(([citation]) => `${source}: ${citation}`);
    });
    expect(broken).toEqual([]);
  });

  it('describes every check once', () => {
    const [, table = ''] = read('docs/contributors/testing.md').split('| Name | What it checks |\n');
    const described = matches(table.split('\n\n')[0] ?? '', /^\| `([^`]+)` \|/gm);
    expect(described.toSorted()).toEqual(checkNames.toSorted());
  });

  it.each(Object.entries(settingTables))('contains the table of settings under "%s"', (heading, table) => {
    const [, section = ''] = read('docs/operators/configuration.md').split(`\n## ${heading}\n`);
    const [rows = ''] = /^\| Variable [\s\S]*?(?=\n\n)/m.exec(section) ?? [];
    const written = Object.entries(table).map(([name, { doc }]) => `| \`${name}\` | ${doc.replaceAll('’', "'")} |`);
    expect(rows).toBe(['| Variable | Default | Meaning |', '|---|---|---|', ...written].join('\n'));
  });
});

describe('the secrets of docs/operators/runbook.md', () => {
  const [, section = ''] = /\n## Change a secret\n([\s\S]*?)\n## /.exec(read('docs/operators/runbook.md')) ?? [];
  const rows = new Map(
    [...section.matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)].map(([, name = '', how = '']) => [name, how]),
  );

  it('lists how to change each secret of the configuration, and nothing else', () => {
    expect([...rows.keys()].sort()).toEqual([...secretSettings].sort());
  });

  it('offers two values exactly where the configuration accepts them', () => {
    const guide = read('docs/operators/configuration.md');
    const accepted = matches(guide, /^\| `([A-Z_]+)`.*; one or two values/gm);
    const offered = [...rows].filter(([, how]) => how === 'two values').map(([name]) => name);
    expect(offered.sort()).toEqual(accepted.sort());
  });
});

describe('the promises of docs/security.md', () => {
  const promises = [...read('docs/security.md').matchAll(/^\| ([A-Z]\d+) \| (.+) \|$/gm)].map(
    ([, id = '', row = '']) => {
      const [promise = '', mechanism = '', test = '', sections = ''] = row.split(' | ');
      return { id, promise, mechanism, cited: citedTests(test), sections };
    },
  );
  const tests = promises.flatMap(({ id, cited }) => cited.map((one) => ({ id, ...one })));
  // Vitest lists no browser tests. Their files contain the parts of a title between its values.
  const isInBrowser = ({ file }: { file: string }) => file.includes('.browser.test.');
  const listed = tests.filter((test) => !isInBrowser(test));

  it('names a mechanism, a test and a section of ASVS for every promise, each under one id', () => {
    const complete = promises.filter(
      ({ promise, mechanism, cited, sections }) =>
        promise !== '' && mechanism !== '' && cited.length > 0 && /^\d+\.\d+(, \d+\.\d+)*$/.test(sections),
    );
    expect(promises.filter((promise) => !complete.includes(promise)).map(({ id }) => id)).toEqual([]);
    expect(new Set(promises.map(({ id }) => id)).size).toBe(promises.length);
    expect(promises.length).toBeGreaterThan(60);
  });

  it('cites only titles that a browser test has', () => {
    const missing = tests.filter(
      (test) => isInBrowser(test) && !test.title.split('%s').every((part) => read(test.file).includes(part)),
    );
    expect(missing).toEqual([]);
  });

  it('cites only titles that the test runner lists', { timeout: 60_000 }, () => {
    const titles = titlesIn([...new Set(listed.map(({ file }) => file))]);
    expect(listed.filter(({ file, title }) => !titles.get(file)?.has(title))).toEqual([]);
  });
});
