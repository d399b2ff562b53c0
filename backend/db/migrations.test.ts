import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import program from '../../package.json' with { type: 'json' };
import { contracting, isOlder, statementsOf } from './migrate.ts';

/** The statements that leave everything in place that the previous release reads and writes. */
const expanding: readonly RegExp[] = [
  /^create (table|sequence) /,
  /^create index /,
  // A column that the previous release does not fill.
  /^alter table \w+ add column (?!.* not null)[^,]*$/,
  /^alter table \w+ add column .* not null default [^,]*$/,
  /^alter table \w+ alter column \w+ (drop not null|set default [^,]*)$/,
  // The names that PostgreSQL gives to the rules of columns; keys end differently, and statements may need them.
  /^alter table \w+ drop constraint \w+_check$/,
  /^(insert into|update) /,
];

const keepsEverything = (statement: string): boolean => expanding.some((form) => form.test(statement));

/** Returns the statements without comments, each in one line. */
const linesOf = (text: string): string[] =>
  statementsOf(text.replace(/--.*$/gm, '')).map((statement) => statement.replace(/\s+/g, ' ').trim());

const folder = new URL('migrations/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -4));

describe('the rules of migrations/README.md', () => {
  // 102 is older than the rules.
  it.each(names.filter((name) => !contracting.test(name) && name !== '102-analytics-once'))(
    'finds only statements that add in %s',
    (name) => {
      const statements = linesOf(readFileSync(new URL(`${name}.sql`, folder), 'utf8'));
      expect(statements.filter((statement) => !keepsEverything(statement))).toEqual([]);
    },
  );

  it('removes only what an earlier release stopped using', () => {
    const removing = names.flatMap((name) => contracting.exec(name)?.[1] ?? []);
    expect(removing.filter((first) => !isOlder(first, program.version))).toEqual([]);
  });

  it.each([
    'alter table users drop column language',
    'alter table users rename column language to locale',
    'alter table users add column country text not null',
    'alter table users add column country text, drop column language',
    'alter table users alter column language type integer',
    'alter table users alter column deletion_email set not null',
    'alter table users add constraint known check (id <> playfab_id)',
    'alter table users drop constraint users_playfab_id_key',
    'create unique index users_once on users (language)',
    'drop table checkouts',
    'delete from checkouts',
  ])('refuses in a file that only adds: %s', (statement) => {
    expect(keepsEverything(statement)).toBe(false);
  });
});

describe('the order of versions', () => {
  it.each([
    ['0.1.0', '0.2.0', true],
    ['0.9.0', '0.10.0', true],
    ['0.2.0', '0.2.0', false],
    ['1.0.0', '0.10.0', false],
  ])('says of %s and %s whether the first is older: %s', (one, other, older) => {
    expect(isOlder(one, other)).toBe(older);
  });
});
