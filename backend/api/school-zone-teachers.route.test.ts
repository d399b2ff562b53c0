import { describe, expect, it } from 'vitest';
import { classroomIdPattern } from '../../src/contracts/calls/school-zone.ts';
import { renderMail } from '../domain/mail/render-mail.ts';
import { createTeachers } from '../domain/school-zone/teachers.ts';
import { everyRow } from '../testing/test-database.ts';
import { createGameCalls, createTeacherCalls, newestMail, newTeacher } from '../testing/school-calls.ts';
import { openTestApi, statusAndBody } from '../testing/test-api.ts';
import { gameKeys, mailSender } from '../testing/portal-parts.ts';

const taken = [409, { success: false, error: 'TEACHER_ALREADY_EXISTS' }];
const invalid = [400, { success: false, error: 'INVALID_PAYLOAD' }];

describe('the sign-up of a teacher', async () => {
  const api = await openTestApi();
  const calls = createTeacherCalls(api.app);
  const game = createGameCalls(api.app);

  const mailsTo = async (email: string) => {
    await api.jobs.runDue();
    return api.jobs.mails.filter(({ to }) => to === email);
  };
  const rowOf = (email: string) =>
    api.database
      .selectFrom('teachers')
      .innerJoin('classrooms', 'teacherId', 'teachers.id')
      .select(['name', 'schoolName', 'ageGroup', 'referralEmail', 'language', 'playfabId'])
      .where('email', '=', email)
      .executeTakeFirst();

  it('answers with the code and the link, and mails both together with a code for each student', async () => {
    const teacher = newTeacher({ numStudents: '4' });
    const answer = await calls.signUp(teacher, { lang: 'fr' });
    const classroomID = expect.stringMatching(classroomIdPattern);
    const answered = { success: true, classroomCode: expect.stringMatching(/^\w{3}-\w{3}$/), classroomID };
    expect(statusAndBody(answer)).toEqual([200, answered]);
    const { classroomCode } = answer.json();
    const values = { name: 'Ms Frizzle', classroomCode, classroomID, studentCodes: ['013', '021', '037', '045'] };
    const [mail] = await mailsTo(teacher.email);
    expect(mail).toEqual({ to: teacher.email, language: 'fr', template: 'classroom-ready', values });
  });

  it('invalidates the link of the answer when the mailed link is first opened', async () => {
    const teacher = newTeacher();
    const { classroomID: answered } = (await calls.signUp(teacher)).json();
    await api.jobs.runDue();
    const mailed = newestMail(api.jobs.mails, teacher.email, 'classroom-ready').values.classroomID;
    expect(mailed).not.toBe(answered);
    const opens = async (id: string) => (await game.detailed(id)).statusCode;
    expect(await opens(answered)).toBe(200);
    expect([await opens(mailed), await opens(answered), await opens(mailed)]).toEqual([200, 404, 200]);
    // A client that signed up knows the idempotency key, but no longer gets a link with it.
    expect(statusAndBody(await calls.signUp(teacher))).toEqual(taken);
  });

  it('stores what was typed and nothing else, with é as one character however it was typed', async () => {
    const typed = {
      name: ` Mme “Zoé” ${'e\u0301'.repeat(109)} `,
      schoolName: 'E\u0301cole',
      ageGroup: '7-8',
      referralEmail: 'Parent@Home.example',
    } as const;
    const teacher = newTeacher(typed);
    expect((await calls.signUp({ ...teacher, district: 'North' }, { lang: 'fr' })).statusCode).toBe(200);
    expect(await rowOf(teacher.email)).toEqual({
      name: `Mme “Zoé” ${'é'.repeat(109)}`,
      schoolName: 'École',
      ageGroup: '7-8',
      referralEmail: 'parent@home.example',
      language: 'fr',
      playfabId: teacher.teacherPlayfabID,
    });
    const { email } = newTeacher();
    const { name, numStudents, teacherAuthID, teacherPlayfabID } = newTeacher();
    const short = { email, name, numStudents, teacherAuthID, teacherPlayfabID };
    expect((await calls.signUp(short, { lang: 'tlh' })).statusCode).toBe(200);
    const nothing = { schoolName: null, ageGroup: null, referralEmail: null, language: 'en' };
    expect(await rowOf(email)).toMatchObject(nothing);
  });

  it('creates one class and one mail when a request is sent again after a lost answer, however often', async () => {
    const teacher = newTeacher();
    const first = await calls.signUp(teacher);
    const again = await calls.signUp({ ...teacher, email: ` ${teacher.email.toUpperCase()} `, name: 'Somebody' });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    for (let time = 0; time < 12; time += 1) expect((await calls.signUp(teacher)).json()).toEqual(first.json());
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it('creates one class and one mail for ten simultaneous requests', async () => {
    const teacher = newTeacher();
    const answers = await Promise.all(Array.from({ length: 10 }, () => calls.signUp(teacher)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it('gives an address to one teacher only, also when ten people claim it at once', async () => {
    const { email } = newTeacher();
    const claims = await Promise.all(Array.from({ length: 10 }, () => calls.signUp(newTeacher({ email }))));
    expect(claims.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(statusAndBody(await calls.signUp(newTeacher({ email })))).toEqual(taken);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('binds an id to the email address that it came with', async () => {
    const teacher = newTeacher();
    await calls.signUp(teacher);
    const { email } = newTeacher();
    const answer = await calls.signUp({ ...teacher, email });
    expect(statusAndBody(answer)).toEqual(invalid);
    expect(await mailsTo(email)).toEqual([]);
  });

  it.each([
    ['no address', { email: '' }],
    ['an address to which no mail can be sent', { email: 'a,b@school.example' }],
    ['two addresses', { email: 'a@school.example\r\nBcc: b@evil.example' }],
    ['no name', { name: ' ' }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }],
    ['a name with a control character', { name: 'a\u0000b' }],
    ['a name of a zero-width space', { name: '\u200B' }],
    ['a school of direction marks', { schoolName: '\u202E\u2066' }],
    ['no students', { numStudents: '0' }],
    ['36 students', { numStudents: '36' }],
    ['an unknown age group', { ageGroup: '12-13' }],
    ['a referrer that is not an address', { referralEmail: 'my neighbour' }],
    ['an id that is too short', { teacherAuthID: 'x'.repeat(42) }],
    ['an invalid player id', { teacherPlayfabID: 'x' }],
  ])('refuses %s and stores nothing', async (_, change) => {
    const count = () => api.database.selectFrom('teachers').select('id').execute();
    const before = await count();
    const answer = await calls.signUp({ ...newTeacher(), ...change });
    expect(statusAndBody(answer)).toEqual(invalid);
    expect(await count()).toEqual(before);
  });

  it('renders the same mail for a name with a link, HTML or 120 characters, and sends it to the teacher only', async () => {
    const mailOf = async (change: object) => {
      const teacher = { ...newTeacher(), ...change };
      await calls.signUp(teacher);
      const mail = newestMail(await mailsTo(teacher.email), teacher.email, 'classroom-ready');
      const { classroomCode, classroomID } = mail.values;
      const { to, subject, html, text } = renderMail(mail, mailSender);
      expect(to).toBe(teacher.email);
      return [subject, html, text].map((part) => part.replaceAll(classroomCode, 'CODE').replaceAll(classroomID, 'ID'));
    };
    // A name with a digit is in no mail.
    const plain = await mailOf({ name: '4B' });
    for (const text of ['https://evil.example', '<b>Win</b>', '{{product}}', 'x'.repeat(120)]) {
      expect(await mailOf({ name: text, schoolName: text })).toEqual(plain);
    }
    const { email: referralEmail } = newTeacher();
    expect(await mailOf({ name: '4B', referralEmail })).toEqual(plain);
    expect(await mailsTo(referralEmail)).toEqual([]);
  });

  it('stores only a digest of the id that opens the PlayFab account', async () => {
    const teacher = newTeacher();
    await calls.signUp(teacher);
    expect((await everyRow(api.database)).join('\n')).not.toContain(teacher.teacherAuthID);
  });

  it('generates another code when a code is already used by another class', async () => {
    const codes = ['K7P-42M', 'K7P-42M', 'K7P-42M', 'AAA-222'];
    const { limits } = api.portal;
    const conversionsOfTeacher = async () => [];
    const { database, clock } = api;
    const infrastructure = { database, clock, events: { record: () => undefined }, wake: () => undefined };
    const deps = { ...infrastructure, limits, conversionsOfTeacher, gameKeys };
    const { signUp } = createTeachers(deps, () => codes.shift() ?? 'none');
    const draw = () => {
      const { email, name, teacherAuthID: authId, teacherPlayfabID: playfabId } = newTeacher();
      const nothing = { schoolName: null, ageGroup: null, referralEmail: null, partner: null };
      return signUp({ ...nothing, email, name, authId, playfabId, numStudents: 1, language: 'en' }, '203.0.113.9');
    };
    expect([await draw(), await draw()]).toMatchObject([{ classroomCode: 'K7P-42M' }, { classroomCode: 'AAA-222' }]);
  });

  it('lets thirty-five teachers behind one address sign up and change their classes in ten minutes', async () => {
    const from = { ip: '198.51.100.35' };
    const teachers = Array.from({ length: 35 }, () => newTeacher());
    const answers = [
      ...(await Promise.all(teachers.map((teacher) => calls.signUp(teacher, from)))),
      ...(await Promise.all(teachers.map(({ email }) => calls.requestUpdate({ email }, from)))),
    ];
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('stops a program that creates many classes from one address', async () => {
    const from = { ip: '198.51.100.66' };
    const tries = await Promise.all(Array.from({ length: 130 }, () => calls.signUp({}, from)));
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  });

  it('leaves sign-ups available to others when a program creates classes from one address for an hour', async () => {
    api.clock.advance(3_600_000);
    const many = () =>
      Promise.all(Array.from({ length: 120 }, () => calls.signUp(newTeacher(), { ip: '198.51.100.67' })));
    const answers = await many();
    api.clock.advance(600_000);
    answers.push(...(await many()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(200);
  });

  it('gives one mailbox at most ten classrooms a day, under any plus tags', async () => {
    const box = newTeacher().email;
    const signUps = Array.from({ length: 12 }, (_, tag) =>
      calls.signUp(newTeacher({ email: box.replace('@', `+${tag}@`) }), { ip: `198.51.100.${tag}` }),
    );
    const answers = await Promise.all(signUps);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    expect((await calls.signUp(newTeacher())).statusCode).toBe(200);
  });
});
