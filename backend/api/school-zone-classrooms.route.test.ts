import { beforeEach, describe, expect, it } from 'vitest';
import type { ClassroomIds, CreateTeacherBody } from '../../src/contracts/calls/school-zone.ts';
import { createGameCalls, firstLevel, createTeacherCalls, newestMail, newTeacher } from '../testing/school-calls.ts';
import { everyRow } from '../testing/test-database.ts';
import { openTestApi, newToken, statusAndBody } from '../testing/test-api.ts';
import { day, hour } from '../../src/lib/time.ts';

const done = [200, { success: true }];
const refused = (status: number, error: string) => [status, { success: false, error }];
const expired = refused(410, 'LINK_EXPIRED');

describe('a change of a classroom', async () => {
  const api = await openTestApi();
  const calls = createTeacherCalls(api.app);
  const game = createGameCalls(api.app);
  let teacher: CreateTeacherBody;
  let email: string;
  let keys: ClassroomIds;
  beforeEach(async () => {
    teacher = newTeacher();
    email = teacher.email;
    await calls.signUp(teacher);
    await api.jobs.runDue();
    const { classroomCode, classroomID } = newestMail(api.jobs.mails, email, 'classroom-ready').values;
    keys = { classroomCode, classroomID };
    await game.detailed(classroomID);
  });

  const mail = async <Template extends 'classroom-ready' | 'classroom-link' | 'classroom-update' | 'classroom-updated'>(
    template: Template,
  ) => {
    await api.jobs.runDue();
    return newestMail(api.jobs.mails, email, template);
  };
  const linkOf = async (update: { numStudents?: string; reinitialize?: 'true' } = {}): Promise<string> => {
    expect(statusAndBody(await calls.requestUpdate({ email, ...update }))).toEqual(done);
    return (await mail('classroom-update')).values.token;
  };
  /** Replaces the teacher by one who has not opened the mailed link. @returns the link of the answer. */
  const signUpStranger = async (): Promise<string> => {
    const stranger = newTeacher();
    email = stranger.email;
    return (await calls.signUp(stranger)).json().classroomID;
  };
  const expectExpired = async (link: string) => {
    for (const answer of [await calls.look(link), await calls.use(link)])
      expect(statusAndBody(answer)).toEqual(expired);
  };
  const codes = async (): Promise<string[]> => {
    const { students }: { students: { studentCode: string }[] } = (await game.detailed(keys.classroomID)).json();
    return students.map(({ studentCode }) => studentCode);
  };
  const play = (studentCode: string) => game.report({ ...firstLevel(keys), studentCode });

  describe('a request for a change', () => {
    it('changes nothing yet at the request and mails a link, in the language of the form', async () => {
      const before = (await game.detailed(keys.classroomID)).json();
      await calls.requestUpdate({ email: ` ${email.toUpperCase()} `, numStudents: '9' }, { lang: 'fr' });
      const token = expect.stringMatching(/^[\w-]{43}$/);
      expect(await mail('classroom-update')).toEqual({
        to: email,
        language: 'fr',
        template: 'classroom-update',
        values: { name: 'Ms Frizzle', token, numStudents: 9, reinitialize: false },
      });
      const { students } = (await game.detailed(keys.classroomID)).json();
      expect(students).toEqual(before.students);
      await calls.use((await mail('classroom-update')).values.token);
      expect((await mail('classroom-updated')).language).toBe('fr');
    });

    it.each([
      ['an address without a teacher', { email: 'nobody@school.example' }, 404, 'TEACHER_DOES_NOT_EXIST'],
      ['no address', { email: '' }, 400, 'INVALID_PAYLOAD'],
      ['36 students', { numStudents: '36' }, 400, 'INVALID_PAYLOAD'],
      ['neither yes nor no', { reinitialize: 'maybe' }, 400, 'INVALID_PAYLOAD'],
    ])('refuses a request for a change: %s', async (_, change, status, error) => {
      const body: object = { email, ...change };
      expect(statusAndBody(await calls.requestUpdate(body))).toEqual(refused(status, error));
    });

    it('answers that the class does not exist when a teacher’s class was deleted', async () => {
      await api.database.deleteFrom('classrooms').where('code', '=', keys.classroomCode).execute();
      expect(statusAndBody(await calls.requestUpdate({ email }))).toEqual(refused(404, 'CLASSROOM_DOES_NOT_EXIST'));
    });

    it('mails one teacher six times an hour and ten times a day, even for requests from 100 networks', async () => {
      const from = (index: number) => ({ ip: `10.${index}.4.1` });
      const passed = async (times: number) => {
        const tries = Array.from({ length: times }, (_, index) => calls.requestUpdate({ email }, from(index)));
        return (await Promise.all(tries)).filter(({ statusCode }) => statusCode === 200).length;
      };
      expect(await passed(100)).toBe(6);
      const later = [];
      for (let passing = 1; passing < 6; passing += 1) {
        api.clock.advance(hour);
        later.push(await passed(5));
      }
      expect(later).toEqual([4, 0, 0, 0, 0]);
    });

    it('lets a teacher correct the class often after the mailed link was opened, and not before', async () => {
      const ask = async (address: string) => (await calls.requestUpdate({ email: address })).statusCode;
      const { email: unopened } = newTeacher();
      await calls.signUp(newTeacher({ email: unopened }));
      const statuses: number[][] = [];
      for (let tries = 0; tries < 7; tries += 1) statuses.push([await ask(email), await ask(unopened)]);
      expect(statuses.map(([own]) => own)).toEqual(Array(7).fill(200));
      expect(statuses.map(([, stranger]) => stranger)).toEqual([200, 200, 200, 429, 429, 429, 429]);
    });

    it.each([
      ['one address', () => '198.51.100.7', 1],
      ['one address all day', () => '198.51.100.7', 5],
      ['one network', (index: number) => `198.51.100.${index}`, 1],
      ['a whole /48', (index: number) => `2001:db8:7:${index}00::1`, 1],
    ])(
      'leaves mails available to a teacher who never used a link, after a stranger’s calls from %s',
      async (_, ip, hours) => {
        const { email: unopened } = newTeacher();
        await calls.signUp(newTeacher({ email: unopened }));
        const ask = async (from: string) => (await calls.requestUpdate({ email: unopened }, { ip: from })).statusCode;
        for (let passed = 0; passed < hours; passed += 1) {
          if (passed > 0) api.clock.advance(hour);
          for (let tries = 0; tries < 10; tries += 1) await ask(ip(tries));
        }
        expect([await ask('192.0.2.8'), await ask('192.0.2.9')]).toEqual([200, 200]);
      },
    );

    it('leaves the teacher’s mails available at an address of the sign-up, or where a mailed link was used', async () => {
      const ask = async (ip: string) => (await calls.requestUpdate({ email }, { ip })).statusCode;
      const flood = async () => {
        for (let index = 0; index < 20; index += 1) await ask(`198.51.${index}.7`);
      };
      await flood();
      const statuses = async () => [await ask('192.0.2.7'), await ask('203.0.113.9'), await ask('127.0.0.1')];
      // The class was opened by its mailed link at the last address.
      expect(await statuses()).toEqual([429, 200, 200]);
      api.clock.advance(91 * day);
      await flood();
      expect(await statuses()).toEqual([429, 429, 429]);
    });
  });

  describe('a request for the link of a class', () => {
    const links = () =>
      api.jobs.mails
        .filter((sent) => sent.to === email && sent.template === 'classroom-link')
        .map(({ values }) => values);

    it('mails the current link with the codes, in the language of the form', async () => {
      const answer = await calls.requestLink(` ${email.toUpperCase()} `, { lang: 'fr' });
      expect(statusAndBody(answer)).toEqual(done);
      const { language, values } = await mail('classroom-link');
      expect([language, values]).toEqual(['fr', { name: 'Ms Frizzle', ...keys, studentCodes: await codes() }]);
      const { classroomID } = (await calls.use(await linkOf(), true)).json();
      await calls.requestLink(email);
      expect((await mail('classroom-link')).values).toMatchObject({ classroomID });
      expect((await game.detailed(keys.classroomID)).statusCode).toBe(404);
    });

    it('mails the link of the first mail again if it was never opened, and not the link of the answer', async () => {
      const answered = await signUpStranger();
      await calls.requestLink(email);
      const { classroomID } = (await mail('classroom-link')).values;
      expect(classroomID).not.toBe(answered);
      expect(links()).toMatchObject([{ classroomID: (await mail('classroom-ready')).values.classroomID }]);
    });

    it('answers the same for an address without a class, and mails nothing', async () => {
      const before = api.jobs.mails.length;
      const [known, unknown] = [await calls.requestLink(email), await calls.requestLink('nobody@school.example')];
      expect(statusAndBody(unknown)).toEqual(statusAndBody(known));
      await api.jobs.runDue();
      expect(api.jobs.mails.length).toBe(before + 1);
      expect((await calls.requestLink('nobody')).statusCode).toBe(400);
    });

    it('answers the same above the limit of mails to one teacher, and mails nothing more before its end', async () => {
      for (let tries = 0; tries < 5; tries += 1) expect(statusAndBody(await calls.requestLink(email))).toEqual(done);
      await api.jobs.runDue();
      expect(links()).toHaveLength(3);
    });

    it('writes as much for an address without a class as for a teacher’s, above the limit too', async () => {
      const { database } = api;
      const written = async (address: string) => {
        const before = new Set(await everyRow(database));
        await calls.requestLink(address, { ip: '198.51.100.99' });
        const tables = (await everyRow(database)).filter((row) => !before.has(row)).map((row) => row.split(/\W/, 1));
        await api.jobs.runDue();
        return tables.toSorted();
      };
      // The first mail of a network in an hour has its own rate.
      await written(`first-${email}`);
      for (let tries = 0; tries < 4; tries += 1) {
        expect(await written(`nobody-${email}`)).toEqual(await written(email));
      }
    });
  });

  describe('the mailed link of a change', () => {
    it('describes the change that the link would make', async () => {
      const link = await linkOf({ numStudents: '5', reinitialize: 'true' });
      const { classroomCode } = keys;
      const currentStudents = Number(teacher.numStudents);
      const change = { kind: 'update', numStudents: 5, currentStudents, removedCodes: [], reinitialize: true };
      expect(statusAndBody(await calls.look(link))).toEqual([200, { success: true, change, classroomCode }]);
    });

    it('applies the change when the button is pressed, and informs the teacher by mail', async () => {
      const link = await linkOf({ numStudents: '5' });
      expect(statusAndBody(await calls.use(link))).toEqual([200, { success: true, ...keys }]);
      expect(await codes()).toEqual(['013', '021', '037', '045', '059']);
      const { to, values } = await mail('classroom-updated');
      const flags = { name: 'Ms Frizzle', newLink: false, restored: false, cleared: null };
      expect([to, values]).toEqual([email, { ...keys, studentCodes: await codes(), ...flags }]);
    });

    it('keeps a change link usable after ten GETs, and accepts it once', async () => {
      const link = await linkOf();
      for (let count = 0; count < 10; count += 1) {
        for (const method of ['GET', 'HEAD'] as const) expect((await calls.look(link, method)).statusCode).toBe(200);
        await api.app.inject(`/schoolzone/teacher/classroom-update?token=${link}`);
      }
      expect((await calls.use(link)).statusCode).toBe(200);
      expect(statusAndBody(await calls.use(link))).toEqual(expired);
    });

    it('gives the same answer for a used, replaced, expired, invented or missing link', async () => {
      const older = await linkOf();
      const used = await linkOf();
      await calls.use(used);
      const newest = await linkOf();
      for (const link of [used, older, newToken(), 'x', '']) await expectExpired(link);
      api.clock.advance(24 * hour - 1);
      expect((await calls.look(newest)).statusCode).toBe(200);
      api.clock.advance(1);
      await expectExpired(newest);
    });

    it('names the codes that a smaller class would lose', async () => {
      await play('037');
      const { change } = (await calls.look(await linkOf({ numStudents: '1' }))).json();
      expect(change.removedCodes).toEqual(['013', '021']);
      await play('013');
      expect((await calls.look(await linkOf({ numStudents: '1' }))).json().change.removedCodes).toEqual([]);
    });

    it('accepts one of two simultaneous uses of a link', async () => {
      const link = await linkOf({ numStudents: '6' });
      const answers = await Promise.all([calls.use(link), calls.use(link), calls.use(link)]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410, 410]);
      await api.jobs.runDue();
      const updated = api.jobs.mails.filter((sent) => sent.to === email && sent.template === 'classroom-updated');
      expect(updated).toHaveLength(1);
    });

    it('keeps a link valid while other changes are requested, until one of the links is used', async () => {
      const own = await linkOf({ numStudents: '5' });
      const ofStranger = await linkOf({ reinitialize: 'true' });
      for (const link of [own, ofStranger]) expect((await calls.look(link)).statusCode).toBe(200);
      expect((await calls.use(own)).statusCode).toBe(200);
      expect(await codes()).toHaveLength(5);
      await expectExpired(ofStranger);
    });

    it('stores only a digest of the link', async () => {
      const links = [await linkOf({ reinitialize: 'true' })];
      await play('013');
      await calls.use(links[0] ?? '');
      links.push((await mail('classroom-updated')).values.cleared ?? '');
      const rows = (await everyRow(api.database)).join('\n');
      for (const link of links) {
        expect(link).toHaveLength(43);
        expect(rows).not.toContain(link);
      }
    });

    it('limits guesses at links', async () => {
      const guess = () => calls.look(newToken());
      api.clock.advance(hour);
      const answers = await Promise.all(Array.from({ length: 125 }, guess));
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
      api.clock.advance(hour);
    });
  });

  describe('the address of a classroom', () => {
    it('invalidates the old address when a new one is created', async () => {
      const { classroomCode, classroomID } = (await calls.use(await linkOf(), true)).json();
      expect(classroomCode).toBe(keys.classroomCode);
      expect(classroomID).not.toBe(keys.classroomID);
      expect((await game.detailed(classroomID)).statusCode).toBe(200);
      expect((await game.detailed(keys.classroomID)).statusCode).toBe(404);
      expect((await mail('classroom-updated')).values).toMatchObject({ classroomID, newLink: true });
    });

    it('answers and mails the first mail’s link at a change when it was never opened', async () => {
      const answered = await signUpStranger();
      const { classroomID } = (await calls.use(await linkOf())).json();
      expect((await mail('classroom-updated')).values.classroomID).toBe(classroomID);
      expect((await game.detailed(classroomID)).statusCode).toBe(200);
      expect((await game.detailed(answered)).statusCode).toBe(404);
    });
  });

  describe('the students of a classroom', () => {
    it('keeps the students who played when the class shrinks, and deletes no one', async () => {
      await play('037');
      await calls.use(await linkOf({ numStudents: '1' }));
      expect(await codes()).toEqual(['037']);
      expect((await play('013')).statusCode).toBe(404);
      await calls.use(await linkOf({ numStudents: '3' }));
      expect(await codes()).toEqual(['013', '021', '037']);
      expect((await play('013')).statusCode).toBe(200);
    });

    it('refuses fewer students than have played when the button is pressed, and keeps the link valid', async () => {
      const link = await linkOf({ numStudents: '1' });
      for (const code of ['013', '021']) await play(code);
      expect(statusAndBody(await calls.use(link))).toEqual(refused(409, 'STUDENTS_HAVE_PROGRESS'));
      expect((await calls.look(link)).statusCode).toBe(200);
      expect(await codes()).toHaveLength(3);
    });

    it('hides how many students played from someone who knows the teacher’s address', async () => {
      for (const code of ['013', '021']) await play(code);
      for (const numStudents of ['1', '2', '35'])
        expect(statusAndBody(await calls.requestUpdate({ email, numStudents }))).toEqual(done);
    });
  });
});
