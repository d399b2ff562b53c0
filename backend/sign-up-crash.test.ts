import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiPaths } from '../src/contracts/api.ts';
import { type ClassroomIds, schoolZonePaths } from '../src/contracts/calls/school-zone.ts';
import { openDatabase } from './db/open-database.ts';
import { createMailDelivery } from './domain/mail/render-mail.ts';
import { createInbox } from '../emulators/mail/inbox.ts';
import { counted, seededRandom } from './testing/campaign.ts';
import { type CrashPlace, createCrashPlace } from './testing/database-template.ts';
import { createTestWorker } from './testing/jobs.ts';
import { type RestartableServer, startRestartableServer } from './testing/server-process.ts';
import { addressOf } from './testing/parent-calls.ts';
import { newTeacher } from './testing/school-calls.ts';

const teachers = counted(40, 100);
const kills = counted(3, 5);
const atOnce = 8;
const pastLeases = 31_000;
const sender = { product: 'Numeria', supportEmail: 'support@numeria.example', portal: 'http://localhost:4173' };
const random = seededRandom('sign-ups');
const login = z.object({ data: z.object({ PlayFabId: z.string() }) });
const classroom = z.object({ classroomCode: z.string(), classroomID: z.string() });

/** For each group of people: the person during whose sign-up the server is killed. */
const moments = new Set(Array.from({ length: kills }, (_, part) => Math.floor(((part + random()) * teachers) / kills)));

describe('kill -9 during sign-ups of teachers', () => {
  let place: CrashPlace;
  let server: RestartableServer;
  beforeAll(async () => {
    place = await createCrashPlace();
    server = await startRestartableServer({ ...place.env, TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => place.remove());

  const killings: Promise<void>[] = [];
  const killSoon = async (): Promise<void> => {
    await wait(random() * 50);
    await server.kill();
  };

  /** Makes both calls of a sign-up and retries each with the same input until it is answered. */
  const signUp = async (person: number, email: string): Promise<ClassroomIds> => {
    const { portalUrl, withRetries } = server;
    const typed = newTeacher({ email });
    const post = (path: string, body: object): Promise<Response> =>
      fetch(portalUrl + path, {
        method: 'POST',
        headers: { ...addressOf(person), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const player = { TitleId: 'MATHS', CustomId: typed.teacherAuthID, CreateAccount: true };
    const loggedIn = await withRetries(() => post(`${apiPaths.playfab}/Client/LoginWithCustomID`, player));
    const teacherPlayfabID = login.parse(await loggedIn.json()).data.PlayFabId;
    const answer = withRetries(async () =>
      classroom.parse(await (await post(schoolZonePaths.teachers, { ...typed, teacherPlayfabID })).json()),
    );
    if (moments.has(person)) killings.push(killSoon());
    return answer;
  };

  it('keeps each class as it was answered, and sends its mail once', {
    timeout: 600_000,
  }, async () => {
    const people = Array.from({ length: teachers }, (_, person) => person);
    const answered = new Map<string, ClassroomIds>();
    const hands = Array.from({ length: atOnce }, async () => {
      for (let person = people.shift(); person !== undefined; person = people.shift()) {
        const email = `teacher-${person}@crash.example`;
        answered.set(email, await signUp(person, email));
      }
    });
    await Promise.all(hands);
    await Promise.all(killings);
    expect([answered.size, killings.length]).toEqual([teachers, kills]);

    await server.stop();
    // Advances the clock past the leases, so that another server continues the jobs of a killed one.
    const clock = { now: () => new Date(Date.now() + pastLeases) };
    const opened = await openDatabase(place.database, { onConnectionError: () => undefined });
    const inbox = await createInbox({ database: opened.database.$pickTables<never>(), clock });
    await createTestWorker({ ...opened, clock }, { mail: createMailDelivery(inbox, sender) }).runDue();
    const rows = await opened.database
      .selectFrom('teachers')
      .innerJoin('classrooms', 'teacher_id', 'teachers.id')
      .select(['email', 'code as classroomCode', 'link_id as classroomID', 'mailed_link_id as mailedLink'])
      .execute();
    const mails = await Promise.all([...answered.keys()].map((email) => inbox.list(email)));
    await opened.close();

    expect(new Map(rows.map(({ email, mailedLink: _mailed, ...keys }) => [email, keys]))).toEqual(answered);
    expect(rows).toHaveLength(teachers);
    expect(mails.map((sent) => sent.length)).toEqual(Array<number>(teachers).fill(1));
    const mailed = new Map(rows.map((row) => [row.email, row]));
    for (const [mail] of mails) {
      const row = mailed.get(mail?.to ?? '');
      expect(mail?.text).toContain(`${row?.classroomCode}`);
      expect(mail?.text).toContain(`/classroom/${row?.mailedLink}?`);
    }
  });
});
