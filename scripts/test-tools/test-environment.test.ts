import { readFileSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testEnvironment, kindOf } from './test-environment.mjs';
import { matchesGlob } from 'node:path';
import config from '../../vitest.config.ts';

/** Returns the variables in the table, which has the names in the first column. */
const variables = readFileSync('docs/operators/configuration.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, name = '']) => name));

it('removes the operator’s settings from the environment of test portals', async () => {
  expect(variables.length).toBeGreaterThan(30);
  const given = Object.fromEntries([...variables.map((name) => [name, 'the operator’s']), ['PATH', '/bin']]);
  const environment = await testEnvironment(given);
  expect(environment).toMatchObject({ PATH: '/bin' });
  expect(Object.entries(environment).filter(([, value]) => value === 'the operator’s')).toEqual([]);
});

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
  expect(files.length).toBeGreaterThan(200);
  for (const file of files) expect([file, kindOf(file)]).toEqual([file, projectsOf(file)[0] ?? 'browser']);
});

it.each(['src/session/session.ts', 'README.md', 'e2e/support/portal.ts', ''])('knows that %s has no tests', (file) => {
  expect(kindOf(file)).toBeUndefined();
});
