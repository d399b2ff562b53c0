import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it('accepts any language, so that a new one needs no migration', async () => {
  const { rows } = await sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'c' and connamespace = current_schema()::regnamespace
      and pg_get_constraintdef(oid) like '%language%'`.execute(test.database);
  expect(rows).toEqual([]);
});

describe('the data about a child', () => {
  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(test.database);
    return rows.map(({ name }) => name);
  };

  it('stores no name, address, device or user agent beside a student', async () => {
    expect(await columnsOf('students')).toEqual(['classroom_id', 'code', 'active']);
    expect(await columnsOf('progress')).toEqual([
      'classroom_id',
      'era',
      'student_code',
      'package',
      'concept',
      'total',
      'levels',
      'done',
      'played_at',
      'changed_at',
    ]);
  });

  it('references a student from no other table', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'students'::regclass`.execute(test.database);
    expect(rows).toEqual([{ name: 'progress' }]);
  });
});
