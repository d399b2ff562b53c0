import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';
import { progressRepository } from './progress.repository.ts';

const now = new Date('2026-03-02T09:00:00Z');
const report = {
  classroomId: '7',
  studentCode: '011',
  package: 'small_numbers',
  concept: 'counting_to_10',
  level: 'counting_to_10_01',
  completed: true,
  total: 8,
  playedAt: now,
  now,
};

/** Replaces each statement by its EXPLAIN, which returns no rows of the class. */
const explaining = (database: Database, plans: string[]): Database =>
  new Proxy(database, {
    get: (on, key) =>
      key === 'executeQuery'
        ? async ({ sql: text, parameters }: CompiledQuery) => {
            const { rows } = await on.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]));
            plans.push(JSON.stringify(rows));
            return { rows: [] };
          }
        : Reflect.get(on, key),
  });

describe('the queries of a class in a database with a thousand others', async () => {
  const { database } = await closeAfterAll(createTestDatabase());
  const plans: string[] = [];
  beforeAll(async () => {
    for (const statement of [
      sql`insert into teachers (id, email, language, auth_id_hash, playfab_id, created_at)
          select n::text, n::text, 'en', n::text, n::text, ${now} from generate_series(1, 1000) n`,
      sql`insert into classrooms (id, teacher_id, link_id, code, name, created_at, changed_at)
          select id, id, id, id, id, ${now}, ${now} from teachers`,
      sql`insert into students (classroom_id, code)
          select id, to_char(n, 'fm000') from classrooms, generate_series(1, 35) n`,
      sql`insert into progress (classroom_id, era, student_code, package, concept, total, levels, played_at, changed_at)
          select classroom_id, 1, code, 'p', n::text, 8, '{}', ${now}, ${now} from students, generate_series(1, 3) n`,
      sql`insert into first_plays (classroom_id, era, played_at) select id, 1, ${now} from classrooms`,
      sql`insert into cleared_progress (classroom_id, era, cleared_at) select id, 0, ${now} from classrooms`,
      sql`analyze`,
    ]) {
      await statement.execute(database);
    }
  });

  const planOf = async (
    ask: (progress: ReturnType<typeof progressRepository>) => Promise<unknown>,
  ): Promise<string> => {
    plans.length = 0;
    await ask(progressRepository(explaining(database, plans)));
    expect(plans).toHaveLength(1);
    return plans.join();
  };

  it.each<[string, Parameters<typeof planOf>[0], string[]]>([
    ['a class by its link', (progress) => progress.classroomOf('7'), ['classrooms_link_id_key']],
    ['its version', (progress) => progress.versionOf('7', 1), ['progress_pkey', 'first_plays_pkey']],
    ['its students', (progress) => progress.studentsOf('7'), ['students_pkey']],
    ['its progress', (progress) => progress.ofEra('7', 1, true), ['progress_pkey']],
    ['its pace', (progress) => progress.paces('7', 1), ['progress_pkey']],
    ['its weeks', (progress) => progress.completions('7', 1, now), ['progress_pkey']],
    ['a class by its code', (progress) => progress.idOfCode('7'), ['classrooms_code_key']],
    [
      'a report',
      (progress) => progress.join(report),
      ['classrooms_pkey', 'students_pkey', 'progress_pkey', 'first_plays_pkey'],
    ],
  ])('uses one statement and an index for %s', async (_what, ask, indexes) => {
    const plan = await planOf(ask);
    for (const index of indexes) expect(plan).toContain(`"${index}"`);
    expect(plan).not.toContain('Seq Scan');
  });
});
