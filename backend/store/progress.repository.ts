import { sql } from 'kysely';
import {
  type CompletedByWeek,
  excludedConcepts,
  type ProgressBody,
  weeksShown,
} from '../../src/contracts/calls/school-zone.ts';
import { day } from '../../src/lib/time.ts';
import { countRows, type Database, defineStatement, type Gaps } from '../db/database.ts';
import type { LevelDays, Row } from '../db/tables.ts';

/** One level that a student opened or finished. */
export type LevelReport = Omit<ProgressBody, 'classroomCode' | 'playedAt'> & {
  classroomId: string;
  playedAt: Date;
  now: Date;
};

/** What a student of an earlier system played of a concept. */
export type MovedProgress = Pick<LevelReport, 'package' | 'concept' | 'total'> & { code: string; levels: LevelDays };

/** What a student played in one era. */
export type PlayedByStudent = {
  studentCode: string;
  /** JSON text: package -> concept -> 'done/total'. */
  levelStatus: string;
  /** Milliseconds since 1970; null when only an earlier system knew it. */
  playedAt: number | null;
  /** The package of the concept that was played last; null when only excluded concepts were played. */
  lastPackage: string | null;
  /** For each package: concept -> levels. Present only when requested. */
  levels?: Record<string, LevelDays>[];
};

/** What decides whether a student needs help. Excluded concepts do not count as levels. */
export type StudentPace = Pick<PlayedByStudent, 'studentCode' | 'playedAt' | 'lastPackage'> & {
  /** package -> completed levels */
  done: Record<string, number>;
};

const viewedColumns = ['id', 'code', 'name', 'era', 'createdAt', 'changedAt'] as const;
export type ViewedClassroom = Row<'classrooms', typeof viewedColumns>;

export type ProgressVersion = {
  /** Differs after each report that changes `ofEra`: in an era these numbers only grow. */
  version: string;
  /** When the class first played in this era; null if it did not. */
  firstPlayedAt: Date | null;
  /** When the era before it was cleared; null if it was not, or was restored or deleted since. */
  clearedAt: Date | null;
};

const isShown = sql`concept <> all(${[...excludedConcepts]}::text[])`;
/** The package of the latest time. Packages with equal times are in the order of their names. */
const lastPackage = sql<string | null>`(array_agg(package order by shown_at desc, package)
  filter (where shown_at is not null))[1]`;
const lastPlayed = sql<number | null>`date_part('epoch', max(played_at)) * 1000`;

type InEra = { classroomId: string; era: number };

/**
 * `first_play` writes the first report of a class, or an earlier one that arrives later. Of the values of a level the
 * smaller one stays: the two joined objects differ in this level alone. Citus fills in no gap there.
 */
const joinReport = defineStatement(
  'report',
  (on, gap: Gaps<Omit<LevelReport, 'level' | 'completed'> & { levels: string }>) => {
    const [id, playedAt] = [gap('classroomId'), gap('playedAt')];
    return sql`
    with player as (
      select "classrooms".era, "students".code
      from "classrooms" join "students" on "students"."classroom_id" = "classrooms".id
      where "classrooms".id = ${id} and "students"."classroom_id" = ${id}
        and "students".code = ${gap('studentCode')} and "students".active for share
    ), first_play as (
      insert into "first_plays" ("classroom_id", era, played_at)
      select ${id}::text, era, ${playedAt}::timestamptz from player
      where not exists (select from "first_plays" as known where known."classroom_id" = ${id}
        and known.era = player.era and known.played_at <= ${playedAt})
      on conflict ("classroom_id", era) do update set played_at = least("first_plays".played_at, excluded.played_at)
    )
    insert into "progress" ("classroom_id", era, student_code, package, concept, total, levels, played_at, changed_at)
    select ${id}::text, era, code, ${gap('package')}::text, ${gap('concept')}::text, ${gap('total')}::integer,
      ${gap('levels')}::jsonb, ${playedAt}::timestamptz, ${gap('now')}::timestamptz
    from player
    on conflict ("classroom_id", era, student_code, package, concept) do update set
      total = greatest("progress".total, excluded.total),
      levels = least("progress".levels || excluded.levels, excluded.levels || "progress".levels),
      played_at = greatest("progress".played_at, excluded.played_at),
      changed_at = greatest("progress".changed_at, excluded.changed_at)`.compile(on);
  },
);

const classroomOfCode = defineStatement('class of a code', (on, gap: Gaps<{ code: string }>) =>
  on.selectFrom('classrooms').select('id').where('code', '=', gap('code')).compile(),
);

const classroomOfLink = defineStatement('class of a link', (on, gap: Gaps<{ linkId: string }>) =>
  on.selectFrom('classrooms').select(viewedColumns).where('linkId', '=', gap('linkId')).compile(),
);

const activeStudents = defineStatement('students', (on, gap: Gaps<{ classroomId: string }>) =>
  on
    .selectFrom('students')
    .select('code')
    .where('classroomId', '=', gap('classroomId'))
    .where('active', '=', true)
    .orderBy(sql`length(code)`)
    .orderBy('code')
    .compile(),
);

const progressVersion = defineStatement('version of a class', (on, gap: Gaps<InEra>) =>
  on
    .selectFrom('progress')
    .select(
      sql<string>`concat_ws('.', count(*), sum(done), sum(total), sum(extract(epoch from played_at)))`.as('version'),
    )
    .select(({ selectFrom }) =>
      selectFrom('first_plays')
        .select('first_plays.playedAt')
        .where('first_plays.classroomId', '=', gap('classroomId'))
        .where('first_plays.era', '=', gap('era'))
        .as('firstPlayedAt'),
    )
    .select(({ selectFrom }) =>
      selectFrom('cleared_progress')
        .select('cleared_progress.clearedAt')
        .where('cleared_progress.classroomId', '=', gap('classroomId'))
        .where('cleared_progress.era', '=', sql<number>`${gap('era')}::integer - 1`)
        .as('clearedAt'),
    )
    .where('classroomId', '=', gap('classroomId'))
    .where('era', '=', gap('era'))
    .compile(),
);

/** One row for each student who played and each package. */
const packagesOf = (on: Database, gap: Gaps<InEra>) =>
  on
    .selectFrom('progress')
    .where('classroomId', '=', gap('classroomId'))
    .where('era', '=', gap('era'))
    .select([
      'studentCode',
      'package',
      sql`max(played_at)`.as('playedAt'),
      sql`max(played_at) filter (where ${isShown})`.as('shownAt'),
    ])
    .groupBy(['studentCode', 'package']);

/** PostgreSQL writes the JSON, because sending and parsing two thousand rows takes longer. */
const sharesOf = (on: Database, gap: Gaps<InEra>) =>
  packagesOf(on, gap).select(
    sql`string_agg(to_json(concept)::text || ':"' || done || '/' || total || '"', ',')`.as('shares'),
  );
const levelStatus = sql<string>`'{' || string_agg(to_json(package)::text || ':{' || shares || '}', ',') || '}'`;
const ofStudent = ['studentCode', lastPlayed.as('playedAt'), lastPackage.as('lastPackage')] as const;

const countedProgress = defineStatement('counted progress', (on, gap: Gaps<InEra>) =>
  on
    .selectFrom(sharesOf(on, gap).as('packages'))
    .select([...ofStudent, levelStatus.as('levelStatus')])
    .groupBy('studentCode')
    .compile(),
);

const listedProgress = defineStatement('listed progress', (on, gap: Gaps<InEra>) =>
  on
    .selectFrom(sharesOf(on, gap).select(sql`json_object_agg(concept, levels)`.as('levels')).as('packages'))
    .select([...ofStudent, levelStatus.as('levelStatus')])
    .select(sql<Record<string, LevelDays>[]>`json_agg(levels)`.as('levels'))
    .groupBy('studentCode')
    .compile(),
);

/** Returns a day (UTC) as it is stored. */
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** package -> concept -> the days on which its levels were completed. */
type CompletedDays = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** @param gap `before`: JSON of jsonpath's variables. The days are counted here, which takes PostgreSQL far longer. */
const completionsOfClass = defineStatement('completions', (on, gap: Gaps<InEra & { before: string }>) => {
  const days = sql`jsonb_path_query_array(levels, '$.* ? (@ > $before)', ${gap('before')}::jsonb)`;
  const ofPackages = on
    .selectFrom('progress')
    .where('classroomId', '=', gap('classroomId'))
    .where('era', '=', gap('era'))
    .where('done', '>', 0)
    .where(sql<boolean>`${isShown}`)
    .select(['studentCode', 'package', sql`json_object_agg(concept, ${days})`.as('concepts')])
    .groupBy(['studentCode', 'package']);
  return on
    .selectFrom(ofPackages.as('packages'))
    .select(['studentCode', sql<CompletedDays>`json_object_agg(package, concepts)`.as('days')])
    .groupBy('studentCode')
    .compile();
});

/** Counts back from `today`: week 0 is that day and the six days before it. */
const weeksOf = (completed: CompletedDays, today: number): CompletedByWeek => {
  const byWeek: CompletedByWeek = {};
  for (const [name, concepts] of Object.entries(completed)) {
    for (const [concept, days] of Object.entries(concepts)) {
      const weeks: Record<string, number> = {};
      for (const one of days) {
        const week = Math.trunc((today - Date.parse(one)) / (7 * day));
        weeks[week] = (weeks[week] ?? 0) + 1;
      }
      if (days.length > 0) (byWeek[name] ??= {})[concept] = weeks;
    }
  }
  return byWeek;
};

const pacesOfClass = defineStatement('paces', (on, gap: Gaps<InEra>) =>
  on
    .selectFrom(
      packagesOf(on, gap)
        .select(sql`coalesce(sum(least(done, total)) filter (where ${isShown}), 0)`.as('done'))
        .as('packages'),
    )
    .select([...ofStudent, sql<Record<string, number>>`json_object_agg(package, done)`.as('done')])
    .groupBy('studentCode')
    .compile(),
);

/** Returns the repository of what the game writes and a teacher's page reads. */
export const progressRepository = (database: Database) => ({
  /**
   * Merges a report into the stored progress: completed wins, and the larger total and the later times stay, so reports
   * may arrive twice, late and in any order. Class and student are locked until it is written. It therefore waits for a
   * class whose era is being closed or a student who is being removed, and then reads them again.
   * @returns false for a student who is not active.
   */
  join: async ({ level, completed, ...report }: LevelReport): Promise<boolean> => {
    const levels = JSON.stringify({ [level]: completed && dayOf(report.playedAt) });
    return (await joinReport(database, { ...report, levels })).numAffectedRows === 1n;
  },

  /**
   * Adds the progress of a new class that moves in. Its rows are one parameter, because a full class has two thousand.
   */
  moveIn: (classroomId: string, rows: readonly MovedProgress[], now: Date): Promise<unknown> =>
    sql`insert into "progress" ("classroom_id", era, student_code, package, concept, total, levels, changed_at)
      select ${classroomId}::text, 1, code, package, concept, total, levels, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as moved (code text, package text, concept text, total integer, levels jsonb)`.execute(database),

  /** @param code the code that students type */
  idOfCode: async (code: string): Promise<string | null> =>
    (await classroomOfCode(database, { code })).rows[0]?.id ?? null,

  /** @param linkId the contract's classroomID */
  classroomOf: async (linkId: string): Promise<ViewedClassroom | null> =>
    (await classroomOfLink(database, { linkId })).rows[0] ?? null,

  /** Returns the codes of the active students, in order. */
  studentsOf: async (classroomId: string): Promise<string[]> =>
    (await activeStudents(database, { classroomId })).rows.map(({ code }) => code),

  /** Indexes answer it alone. */
  versionOf: async (classroomId: string, era: number): Promise<ProgressVersion | undefined> =>
    (await progressVersion(database, { classroomId, era })).rows[0],

  /** Returns what each student played in one era. `counted` omits the levels, whose names take longest to read. */
  ofEra: async (classroomId: string, era: number, counted: boolean): Promise<PlayedByStudent[]> =>
    (await (counted ? countedProgress : listedProgress)(database, { classroomId, era })).rows,

  /** Returns what each student completed in each week before `now`. */
  completions: async (classroomId: string, era: number, now: Date): Promise<Map<string, CompletedByWeek>> => {
    const before = JSON.stringify({ before: dayOf(new Date(now.getTime() - 7 * weeksShown * day)) });
    const { rows } = await completionsOfClass(database, { classroomId, era, before });
    const today = Date.parse(dayOf(now));
    return new Map(rows.map(({ studentCode, days }) => [studentCode, weeksOf(days, today)]));
  },

  /**
   * Forgets the days before this time, in each hour of a day those of other classes, because no index leads to them.
   * Returns the number of changed rows.
   */
  forgetDays: async (before: Date): Promise<number> => {
    const classes = await database
      .selectFrom('classrooms')
      .select('id')
      .where(sql<number>`(hashtext(id) & 1023) % 24`, '=', before.getUTCHours())
      .execute();
    const oldest = JSON.stringify(dayOf(before));
    let changed = 0;
    for (const { id } of classes) {
      const known = database
        .updateTable('progress')
        .set({
          levels: sql`(
            select jsonb_object_agg(level, case when day < ${oldest}::jsonb then 'null' else day end)
            from jsonb_each(levels) as known (level, day)
          )`,
        })
        .where('classroomId', '=', id)
        .where(sql<boolean>`jsonb_path_exists(levels, '$.* ? (@ < $oldest)', ${`{"oldest":${oldest}}`}::jsonb)`);
      changed += await countRows(known);
    }
    return changed;
  },

  /** Returns the pace of each student who played in an era. */
  paces: async (classroomId: string, era: number): Promise<StudentPace[]> =>
    (await pacesOfClass(database, { classroomId, era })).rows,
});
