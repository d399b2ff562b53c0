import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldTable } from './conversions.ts';

const rows = readFileSync('docs/operators/privacy-and-leaving.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

it('finds each forwarded event in the documentation, by the receivers’ names', () => {
  const meta: Record<string, { name: string }> = fieldTable.meta;
  for (const [event, { name }] of Object.entries(fieldTable.measurement)) {
    expect(rows).toContainEqual(['', event, meta[event]?.name ?? '-', name, '']);
  }
});

it('finds exactly the forwarded fields in the documentation', () => {
  const fieldsOf = (table: Record<string, { fields: object }>) =>
    new Set(Object.values(table).flatMap(({ fields }) => Object.keys(fields)));
  const documented = (receiver: string) =>
    new Set(rows.flatMap(([, first, field]) => (first === receiver && field !== undefined ? [field] : [])));
  expect(documented('Meta')).toEqual(fieldsOf(fieldTable.meta));
  expect(documented('measurement protocol')).toEqual(fieldsOf(fieldTable.measurement));
});
