import { CamelCasePlugin, DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';
import { operatorRepository, rowsOfClass } from './operator.repository.ts';
import { progressRepository } from './progress.repository.ts';
import { classroomLinksRepository, classroomsRepository, teachersRepository } from './school-zone.repository.ts';
import { clearedProgressRepository, studentsRepository } from './students.repository.ts';
import { removeBefore } from './visits.repository.ts';

const { database } = await closeAfterAll(createTestDatabase());
const { rows: tables } = await sql<{ name: string }>`
  select table_name as name from information_schema.columns
  where table_schema = current_schema() and column_name = 'classroom_id' order by 1`.execute(database);
const classTables = tables.map(({ name }) => name);

/** Returns the texts of the statements that an action sends. They reach no database, and return no rows. */
const statementsOf = async (action: (on: Database) => unknown): Promise<string[]> => {
  const texts: string[] = [];
  const on: Database = new Kysely({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: () => expect.fail('no table is read'),
    },
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => void texts.push(query.sql),
  });
  // A missing row, which some methods refuse.
  await Promise.resolve(action(on)).catch(() => undefined);
  return texts;
};

const names = classTables.join('|');
const mention = new RegExp(`(?:from|join|into|update|using) "(?:${names})"`, 'g');
const key = new RegExp(
  [`"classroom_id" = \\$\\d+`, `insert into "(?:${names})" \\("classroom_id"`, `and "classroom_id" = \\$\\d+`].join(
    '|',
  ),
  'g',
);
const countOf = (text: string, of: RegExp): number => [...text.matchAll(of)].length;
/** Returns whether a statement names the class once for each table of a class that it reads or writes. */
const isKeyed = (text: string): boolean => countOf(text, key) >= countOf(text, mention);

type Calls<Repository extends (database: Database) => object> = {
  [Name in keyof ReturnType<Repository>]: (repository: ReturnType<Repository>) => unknown;
};
/** Returns the calls of a repository by their names. A method without a call does not compile. */
const callsOf = <Repository extends (database: Database) => object>(
  open: (database: Database) => ReturnType<Repository>,
  calls: Calls<Repository>,
): [string, (on: Database) => unknown][] => {
  const all = Object.entries<(repository: ReturnType<Repository>) => unknown>(calls);
  return all.map(([name, call]) => [name, (on) => call(open(on))]);
};

const now = new Date('2026-03-02T09:00:00Z');
const link = { classroomId: 'c', kind: 'restore', era: 1, tokenHash: 't', expiresAt: now } as const;
const classroom = { id: 'c', teacherId: 't', linkId: 'l', mailedLinkId: null, code: '7', name: 'n', createdAt: now };
const teacher = { id: 't', email: 'e', language: 'en', authIdHash: 'a', playfabId: 'p', createdAt: now } as const;
const played = { package: 'p', concept: 'c', level: 'l', completed: true, total: 1, playedAt: now, now };

/** Every statement of the school zone and of operators, by the method that sends it. */
const calls: [string, (on: Database) => unknown][] = [
  ...callsOf<typeof progressRepository>(progressRepository, {
    join: (progress) => progress.join({ ...played, classroomId: 'c', studentCode: '001' }),
    moveIn: (progress) => progress.moveIn('c', [], now),
    idOfCode: (progress) => progress.idOfCode('7'),
    classroomOf: (progress) => progress.classroomOf('l'),
    studentsOf: (progress) => progress.studentsOf('c'),
    versionOf: (progress) => progress.versionOf('c', 1),
    ofEra: (progress) => Promise.all([progress.ofEra('c', 1, true), progress.ofEra('c', 1, false)]),
    forgetDays: (progress) => progress.forgetDays(now),
    completions: (progress) => progress.completions('c', 1, now),
    paces: (progress) => progress.paces('c', 1),
  }),
  ...callsOf<typeof studentsRepository>(studentsRepository, {
    places: (students) => students.places('c', 1),
    setActive: (students) => students.setActive('c', ['001', '002']),
  }),
  ...callsOf<typeof clearedProgressRepository>(clearedProgressRepository, {
    add: (cleared) => cleared.add('c', 1, now),
    clearedAt: (cleared) => cleared.clearedAt('c', 1),
    restore: (cleared) => cleared.restore('c', 1, 2, now),
    removeClearedBefore: (cleared) => cleared.removeClearedBefore(now),
  }),
  ...callsOf<typeof classroomLinksRepository>(classroomLinksRepository, {
    add: (links) => links.add(link),
    find: (links) => links.find('t', now),
    take: (links) => links.take('c', 't', now),
    removeUpdatesOf: (links) => links.removeUpdatesOf('c'),
  }),
  ...callsOf<typeof classroomsRepository>(classroomsRepository, {
    add: (classes) => classes.add(classroom),
    ofTeacher: (classes) => classes.ofTeacher('t'),
    teacherOfMailedLink: (classes) => classes.teacherOfMailedLink('m'),
    openMailedLink: (classes) => classes.openMailedLink('m'),
    tellOfMove: (classes) => classes.tellOfMove('c', now),
    find: (classes) => classes.find('c'),
    lock: (classes) => classes.lock('c'),
    change: (classes) => classes.change('c', { name: 'n' }),
  }),
  ...callsOf<typeof teachersRepository>(teachersRepository, {
    add: (teachers) => teachers.add(teacher),
    ofEmail: (teachers) => teachers.ofEmail('e'),
    claimed: (teachers) => teachers.claimed('e', 'a'),
    speak: (teachers) => teachers.speak('t', 'en'),
    removeIdleSince: (teachers) => teachers.removeIdleSince(now),
  }),
  ['teacher', (on) => operatorRepository(on).teacher('e')],
  ['rowsOfClass', (on) => rowsOfClass(on, 'progress', 'c')],
  ['removeBefore', (on) => removeBefore(on, { table: 'classroom_links', column: 'expiresAt' }, now)],
];

it('has the class in each key of the tables of a class', async () => {
  expect(classTables).toContain('progress');
  const { rows } = await sql`
    select conrelid::regclass::text as "table", conname from pg_constraint
    where conrelid = any(${classTables}::regclass[]) and contype in ('p', 'u', 'f')
      and not (select attnum from pg_attribute where attrelid = conrelid and attname = 'classroom_id') = any(conkey)
    union all
    select indrelid::regclass::text, indexrelid::regclass::text from pg_index
    where indrelid = any(${classTables}::regclass[]) and indisunique
      and not (select attnum from pg_attribute where attrelid = indrelid and attname = 'classroom_id') = any(indkey)`.execute(
    database,
  );
  expect(rows).toEqual([]);
});

it('names the class in each statement about one class; the others are listed here', async () => {
  const unkeyed: string[] = [];
  for (const [name, call] of calls) {
    for (const text of await statementsOf(call)) if (!isKeyed(text)) unkeyed.push(name);
  }
  // Retention goes through all classes, and a mailed secret finds its class.
  expect(unkeyed).toEqual([
    'removeClearedBefore',
    'removeClearedBefore',
    'removeClearedBefore',
    'find',
    'removeBefore',
  ]);
});
