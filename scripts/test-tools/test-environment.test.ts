import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testEnvironment } from './test-environment.ts';

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
