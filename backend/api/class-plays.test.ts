import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { classroomDetailed, countedClassroom, type ProgressBody } from '../../src/contracts/calls/school-zone.ts';
import { mailMessage } from '../domain/mail/mail-message.ts';
import { addLink, applyUpdate } from '../domain/school-zone/links.ts';
import { classroomsRepository } from '../store/school-zone.repository.ts';
import { counted } from '../testing/campaign.ts';
import { insertClassroom, type TestClassroom, createGameCalls, read } from '../testing/school-calls.ts';
import { openTestApi, type TestApi } from '../testing/test-api.ts';
import { testDatabaseUrl } from '../testing/database-template.ts';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';

/** The first concept of some packages, each with two levels. */
const concepts = curriculum.packages
  .slice(0, counted(3, 8))
  .flatMap(({ id, concepts: of }) =>
    of.slice(0, 1).map((concept) => ({ package: id, concept: concept.id, levels: levelNamesOf(concept).slice(0, 2) })),
  );

/** No server keeps state in its process. Races between connections show on PostgreSQL only. */
describe('a class that plays on two servers', async () => {
  const shared = await closeAfterAll(createTestDatabase());
  const here = await openTestApi(shared);
  const there = await openTestApi(shared);
  let classroom: TestClassroom;
  beforeEach(async () => {
    // The tests also report progress of removed students, and each such report counts as a guess.
    for (const { clock } of [here, there]) clock.advance(600_000);
    classroom = await insertClassroom(shared.database, { students: 35 });
  });

  /** Returns a report for every level of each concept, completed by these students. */
  const reportsOf = (studentCodes: readonly string[]): ProgressBody[] =>
    concepts.flatMap(({ levels, ...concept }) =>
      levels.flatMap((level) =>
        studentCodes.map((studentCode) => ({
          classroomCode: classroom.classroomCode,
          studentCode,
          ...concept,
          level,
          completed: true,
          total: 12,
        })),
      ),
    );
  const nameOf = ({ studentCode, level }: { studentCode: string; level: string }): string => `${studentCode} ${level}`;

  /** Sends all reports concurrently, half to each server. Calls `meanwhile` when a third of them was sent. */
  const play = async (reports: readonly ProgressBody[], meanwhile: () => Promise<void> = async () => undefined) => {
    const waiting = [...reports];
    const answered: string[] = [];
    const refused: string[] = [];
    let interruption: Promise<void> | undefined;
    const send = async (api: TestApi): Promise<void> => {
      const game = createGameCalls(api.app);
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (waiting.length < (reports.length * 2) / 3) interruption ??= meanwhile();
        const answer = await game.report(next);
        (answer.statusCode === 200 ? answered : refused).push(nameOf(next));
        expect(answer.statusCode).toBeOneOf([200, 404]);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, hand) => send(hand % 2 === 0 ? here : there)));
    await interruption;
    return { answered: answered.toSorted(), refused };
  };

  const followLink = async (secret: string): Promise<void> => {
    await here.portal.schoolZone.followLink(secret, { newLink: false }, '203.0.113.9');
  };
  const change = async (numStudents: number, reinitialize: boolean): Promise<void> => {
    const link = { kind: 'update', numStudents, reinitialize } as const;
    await followLink(await addLink(shared.database, classroom.id, link, here.clock.now()));
  };
  const restore = async (): Promise<void> => {
    const rows = await shared.database.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute();
    const tokens = rows.flatMap(({ payload }) => {
      const mail = mailMessage.parse(payload);
      const isOurs = mail.template === 'classroom-updated' && mail.values.classroomCode === classroom.classroomCode;
      return isOurs && mail.values.cleared !== null ? [mail.values.cleared] : [];
    });
    expect(tokens).toHaveLength(1);
    await followLink(tokens.join());
  };
  /** Returns the completed levels of all eras; `shown` returns what a teacher sees of them. */
  const completed = async (): Promise<string[]> => {
    const rows = await shared.database
      .selectFrom('progress')
      .selectAll()
      .where('classroomId', '=', classroom.id)
      .execute();
    return rows
      .flatMap((row) => Object.keys(row.levels).map((level) => nameOf({ studentCode: row.studentCode, level })))
      .toSorted();
  };
  const shown = async (): Promise<string[]> => {
    const answer = await createGameCalls(there.app).detailed(classroom.classroomID);
    const { students } = read(classroomDetailed, answer.json());
    return students
      .flatMap(({ studentCode, levelsPlayed }) => levelsPlayed.map(({ level }) => nameOf({ studentCode, level })))
      .toSorted();
  };

  it('stores every level once when 35 students play at the same time', async () => {
    const reports = reportsOf(classroom.studentCodes);
    const { answered } = await play([...reports, ...reports]);
    expect(answered).toHaveLength(reports.length * 2);
    expect(await shown()).toEqual(reports.map(nameOf).toSorted());
  });

  it('shows everything to a page that polls with the ETag during play', async () => {
    const calls = createGameCalls(there.app);
    let page: { etag?: string; body?: string } = {};
    const poll = async (): Promise<void> => {
      const { statusCode, headers, body } = await calls.counted(classroom.classroomID, page.etag);
      if (statusCode === 200) page = { etag: String(headers.etag), body };
    };
    const reports = reportsOf(classroom.studentCodes.slice(0, 6));
    const third = Math.ceil(reports.length / 3);
    for (const part of [0, 1, 2]) {
      await Promise.all([play(reports.slice(part * third, (part + 1) * third)), poll(), poll(), poll()]);
    }
    await poll();
    const { students } = read(countedClassroom, (await calls.counted(classroom.classroomID)).json());
    expect(read(countedClassroom, JSON.parse(page.body ?? '')).students).toEqual(students);
  });

  it('keeps every answered report when the class is cleared during play, and restores all of them', async () => {
    const { answered } = await play(reportsOf(classroom.studentCodes), () => change(35, true));
    expect(await completed()).toEqual(answered);
    const afterwards = await shown();
    expect(afterwards.length).toBeGreaterThan(0);
    expect(afterwards.length).toBeLessThan(answered.length);
    await restore();
    expect(await shown()).toEqual(answered);
  });

  it('keeps every answered report when progress is restored during play', async () => {
    const [early, late] = [classroom.studentCodes.slice(0, 20), classroom.studentCodes.slice(10)];
    const before = await play(reportsOf(early));
    await change(35, true);
    const { answered } = await play(reportsOf(late), restore);
    expect(await shown()).toEqual([...new Set([...before.answered, ...answered])].toSorted());
  });

  /** Sends a report that reads the class before a change and then waits for the lock of that change. */
  const reportDuring = async (numStudents: number, reinitialize: boolean, report: object): Promise<number> => {
    const { answer } = await shared.database.transaction().execute(async (trx) => {
      const held = await classroomsRepository(trx).lock(classroom.id);
      const coming = createGameCalls(here.app).report(report);
      await expect.poll(waitingForLocks).toBe(1);
      const link = { kind: 'update', numStudents, reinitialize } as const;
      const { era } = await applyUpdate(trx, held, link, here.clock.now());
      await classroomsRepository(trx).change(classroom.id, { era, changedAt: here.clock.now() });
      return { answer: coming };
    });
    return (await answer).statusCode;
  };
  const waitingForLocks = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(shared.database);
    return rows[0]?.count ?? 0;
  };

  const meetings = (): void => {
    it('counts a report that waits for a clearing in the era after it', async () => {
      const [first, second] = reportsOf(classroom.studentCodes.slice(0, 1));
      await createGameCalls(here.app).report({ ...first });
      expect(await reportDuring(35, true, { ...second })).toBe(200);
      expect([(await completed()).length, await shown()]).toEqual([2, second === undefined ? [] : [nameOf(second)]]);
    });

    it('refuses a report that waits for the removal of its student', async () => {
      const [report] = reportsOf(classroom.studentCodes.slice(-1));
      expect(await reportDuring(34, false, { ...report })).toBe(404);
      expect(await completed()).toEqual([]);
    });
  };
  // PGlite has one session only, so nothing can run concurrently.
  if (testDatabaseUrl !== undefined) meetings();
});
