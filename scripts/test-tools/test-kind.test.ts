import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { kindOf } from './test-kind.mjs';

const files = globSync(
  '{src,elements,host-site,demo,locales,scripts,bench,backend,emulators,deploy,e2e}/**/*.{test.ts,test.tsx,e2e.ts}',
);
const projects = config.test?.projects ?? [];

/** Returns the projects of vitest that contain the file. */
const projectsOf = (file: string): string[] =>
  projects.flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return [];
    const { name, include = [], exclude = [] } = project.test ?? {};
    const matches = (pattern: string) => matchesGlob(file, pattern);
    return typeof name === 'string' && include.some(matches) && !exclude.some(matches) ? [name] : [];
  });

it('knows for every file of tests where vitest runs it', () => {
  expect(files.length).toBeGreaterThan(300);
  for (const file of files) expect([file, kindOf(file)]).toEqual([file, projectsOf(file)[0] ?? 'browser']);
});

it.each(['src/session/session.ts', 'README.md', 'e2e/support/portal.ts', ''])('knows that %s has no tests', (file) => {
  expect(kindOf(file)).toBeUndefined();
});
