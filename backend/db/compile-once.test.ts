import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { compileOnce } from './compile-once.ts';

it('compiles a statement once and sends the value of each call, inside a transaction too', async () => {
  const { database, close } = await createTestDatabase();
  let compiled = 0;
  const lengthOf = compileOnce((builder, text: string) => {
    compiled += 1;
    return builder.selectNoFrom(sql<number>`length(${text})`.as('length'));
  });
  expect(await lengthOf(database, 'a')).toEqual([{ length: 1 }]);
  expect(await lengthOf(database, 'abc')).toEqual([{ length: 3 }]);
  expect(await database.transaction().execute((trx) => lengthOf(trx, 'ab'))).toEqual([{ length: 2 }]);
  expect(compiled).toBe(1);
  await close();
});

it('refuses a statement with a second parameter, which would keep the value of the first call', async () => {
  const { database, close } = await createTestDatabase();
  const twice = compileOnce((builder, text: string) => builder.selectNoFrom(sql`${text} || ${text}`.as('twice')));
  await expect(twice(database, 'a')).rejects.toThrow('more than one parameter');
  await close();
});
