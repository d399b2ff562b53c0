import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSmtpMailer, type Mailer } from '../../gateways/mail.ts';
import { createTestWorker } from '../../testing/jobs.ts';
import { mailSender } from '../../testing/portal-parts.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/servers.ts';
import { createTeacherCalls, newTeacher } from '../../testing/school-calls.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createMailDelivery } from './render-mail.ts';

let api: TestApi;
let smtp: TestSmtpServer;
let mailer: Mailer;
beforeEach(async () => {
  api = await createTestApi();
  smtp = await startSmtpServer();
  mailer = createSmtpMailer({ url: smtp.url, from: 'no-reply@numeria.example' });
});
afterEach(async () => {
  mailer.close();
  await smtp.close();
  await api.close();
});

/** Runs the worker every second. @returns after how many seconds each of the given number of mails was delivered. */
const arrivals = async (many: number, serverIsBack: number): Promise<number[]> => {
  const { runDue } = createTestWorker(api, { mail: createMailDelivery(mailer, mailSender) });
  const arrived: number[] = [];
  for (let second = 0; second <= 300 && arrived.length < many; second += 1) {
    if (second === serverIsBack) smtp = await startSmtpServer(undefined, Number(new URL(smtp.url).port));
    await runDue();
    while (arrived.length < smtp.received.length) arrived.push(second);
    api.clock.advance(1_000);
  }
  return arrived;
};

it('mails the code at once', async () => {
  const teacher = newTeacher();
  const { classroomCode } = (await createTeacherCalls(api.app).signUp(teacher)).json();
  expect(await arrivals(1, Number.NaN)).toEqual([0]);
  expect(smtp.received[0]?.recipients).toEqual([teacher.email]);
  expect(smtp.received[0]?.mail.subject).toContain(classroomCode);
});

it('delivers every code once within five minutes when the mail server is unreachable for four', async () => {
  await smtp.close();
  const { signUp } = createTeacherCalls(api.app);
  const teachers = Array.from({ length: 40 }, () => newTeacher());
  for (const teacher of teachers) await signUp(teacher);
  const arrived = await arrivals(40, 240);
  expect(arrived).toHaveLength(40);
  expect(Math.min(...arrived)).toBeGreaterThanOrEqual(240);
  expect(smtp.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
    teachers.map(({ email }) => email).toSorted(),
  );
}, 60_000);

it('delivers a teacher’s code within five minutes during 2,000 hostile sign-ups from 500 networks', async () => {
  const { signUp } = createTeacherCalls(api.app);
  const victims = Array.from({ length: 2000 }, (_, index) => ({
    email: `victim-${index}@school.example`,
    ip: `10.${(index >> 2) >> 8}.${(index >> 2) & 255}.${index & 3}`,
  }));
  const refused: number[] = [];
  for (const { email, ip } of victims) {
    const { statusCode } = await signUp(newTeacher({ email }), { ip });
    if (statusCode !== 200) refused.push(statusCode);
  }
  expect(refused).toEqual([]);
  const teacher = newTeacher();
  expect((await signUp(teacher, { ip: '203.0.113.9' })).statusCode).toBe(200);

  api.jobs.mails.length = 0;
  let arrived = Number.NaN;
  for (let second = 0; second < 300; second += 1) {
    await api.jobs.runDue();
    if (Number.isNaN(arrived) && api.jobs.mails.some(({ to }) => to === teacher.email)) arrived = second;
    api.clock.advance(1_000);
  }
  expect(arrived).toBeLessThan(300);
  // The mail server received what the rates allow in five minutes, and not 2,001 mails.
  expect(api.jobs.mails.length).toBeLessThanOrEqual(1_000 + 5 * 240 + 1);
  expect(api.events).toContainEqual({ kind: 'mail-queued' });
}, 600_000);
