import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import { enqueue } from '../domain/jobs/jobs.ts';
import { PlayfabUnavailable } from '../gateways/playfab.ts';
import { closeAfterAll, everyRow } from '../testing/test-database.ts';
import { createTeacherCalls, newestMail, newTeacher } from '../testing/school-calls.ts';
import { createTestApi, randomPlayfabId } from '../testing/test-api.ts';
import { type CommandContext, eraseParent, eraseTeacher, exportPerson, findUser, retryJob } from './commands.ts';

const api = await closeAfterAll(createTestApi());

const context = (playerOf: CommandContext['playerOf'] = null): CommandContext => ({
  database: api.database,
  now: api.clock.now(),
  playerOf,
});
const signUpTeacher = async (change: { referralEmail?: string } = {}): Promise<string> => {
  const teacher = newTeacher({ numStudents: '4', ...change });
  expect((await createTeacherCalls(api.app).signUp(teacher)).statusCode).toBe(200);
  return teacher.email;
};
const waitingJobs = () =>
  api.database.selectFrom('jobs').select(['id', 'kind']).where('finishedAt', 'is', null).execute();

it('erases every row that names a teacher, and a waiting mail', async () => {
  const email = await signUpTeacher();
  await signUpTeacher({ referralEmail: email });
  const before = (await everyRow(api.database)).filter((row) => row.includes(email));
  expect(before.map((row) => row.split(':')[0]).sort()).toEqual(['jobs', 'teachers', 'teachers']);
  const lines = await eraseTeacher(context(), ` ${email.toUpperCase()} `);
  expect(lines).toContain('the teacher, 4 students and 0 rows of progress');
  expect(lines).toContain('the address in the sign-up of 1 other teachers');
  expect(lines).toContain('1 waiting mails and events');
  expect((await everyRow(api.database)).filter((row) => row.includes(email))).toEqual([]);
  await expect(eraseTeacher(context(), email)).rejects.toThrow('No teacher has this address.');
});

it('finds a parent by the address that PlayFab knows, and says what is paid', async () => {
  const playfabId = randomPlayfabId();
  await api.client.signIn(playfabId);
  const asked: string[] = [];
  const playerOf = async (email: string) => {
    asked.push(email);
    return playfabId;
  };
  const [file = ''] = await findUser(context(playerOf), 'Parent@Example.com');
  expect(asked).toEqual(['parent@example.com']);
  const { parent } = JSON.parse(file);
  expect(parent.portal).toMatchObject({ users: [{ playfab_id: playfabId, language: 'en' }], stripe_subscriptions: [] });
  expect(await findUser(context(), playfabId)).toEqual([file]);
  expect(await findUser(context(), parent.portal.users[0].id)).toEqual([file]);
});

it('says in one sentence that PlayFab is away, and holds no transaction while it asks', async () => {
  const email = await signUpTeacher();
  const away = context(async () => {
    // The embedded database has one connection, so this would wait for a transaction without end.
    await waitingJobs();
    throw new PlayfabUnavailable('Admin/GetUserAccountInfo');
  });
  for (const command of [findUser, eraseParent]) {
    await expect(command(away, email)).rejects.toThrow(/^PlayFab does not say who has this address \(Admin\/Get/);
  }
  expect(await eraseTeacher(away, email)).toContain('the teacher, 4 students and 0 rows of progress');
});

it('finds a teacher by address, and says that it could not ask PlayFab about parents', async () => {
  const email = await signUpTeacher();
  expect(JSON.parse((await findUser(context(), email))[0] ?? '')).toMatchObject({
    teacher: { portal: { teachers: [{ email }], classrooms: [{ era: 1 }] } },
  });
  const asked = { ...context(), gateways: { playfab: api.playfab.gateway, stripe: api.stripe.gateway } };
  const [file = ''] = await exportPerson(asked, email);
  expect(JSON.parse(file).teacher.portal.students).toHaveLength(4);
  // What opens the class is left out.
  expect(file).not.toMatch(/hash|link_id/);
  const nobody = findUser(context(), 'nobody@example.com');
  await expect(nobody).rejects.toThrow('Nobody is known by this name. Addresses of parents are at PlayFab only.');
  await expect(findUser(context(), 'a@b@c')).rejects.toThrow('"a@b@c" is not an e-mail address.');
});

it('erases a parent as the dashboard does: every token ends at once, and the job deletes the rest', async () => {
  const playfabId = randomPlayfabId();
  await api.playfab.player(playfabId, `${playfabId}@example.com`);
  const token = await api.client.signIn(playfabId);
  const { id } = (await api.client.user(token)).json().data;
  const lines = await eraseParent(
    context(async () => playfabId),
    `${playfabId}@example.com`,
  );
  expect(lines[0]).toBe(`parent ${id}, PlayFab ${playfabId}`);
  expect(await api.client.isSignedIn(token)).toBe(false);
  expect((await findUser(context(), id))[0]).toMatch(/"deletion_requested_at": "2/);
  await eraseParent(context(), id);
  expect((await waitingJobs()).filter(({ kind }) => kind === 'delete-account')).toHaveLength(1);
  await api.jobs.runDue();
  expect(await api.playfab.has(playfabId)).toBe(false);
  expect((await everyRow(api.database, ['jobs'])).filter((row) => row.includes(id))).toEqual([]);
  expect(api.jobs.mails.filter(({ to }) => to === `${playfabId}@example.com`)).toMatchObject([
    { template: 'account-deleted' },
  ]);
  await expect(eraseParent(context(), id)).rejects.toThrow('Nobody is known by this name.');
  const unasked = eraseParent(context(), 'parent@example.com');
  await expect(unasked).rejects.toThrow('Addresses of parents are at PlayFab only.');
});

it('makes a postponed job due, and the worker then does it', async () => {
  await api.jobs.runDue();
  const to = 'later@example.com';
  const payload = { to, language: 'en', template: 'account-deleted', values: { subscriptionEnded: false } } as const;
  const tomorrow = new Date(api.clock.now().getTime() + 86_400_000);
  await enqueue(api.database, { kind: 'mail', payload }, tomorrow);
  await api.jobs.runDue();
  expect(api.jobs.mails.some((mail) => mail.to === to)).toBe(false);
  const [{ id } = { id: '' }] = await waitingJobs();
  expect(await retryJob(context(), id)).toEqual(['1 of 1 waiting jobs are due now']);
  await api.jobs.runDue();
  expect(newestMail(api.jobs.mails, to, 'account-deleted').to).toBe(to);
  await expect(retryJob(context(), id)).rejects.toThrow('cannot run again');
  await expect(retryJob(context(), 'mail')).rejects.toThrow('No job waits');
});

it('runs a command of the program on the database of the configuration', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-'));
  const options = { onConnectionError: () => undefined };
  const opened = await openDatabase({ kind: 'embedded', folder }, options);
  const teacher = {
    id: 't',
    email: 'teacher@school.example',
    language: 'en',
    authIdHash: 'h',
    playfabId: 'AB',
    createdAt: new Date('2026-03-02T09:00:00Z'),
  } as const;
  await opened.database.insertInto('teachers').values(teacher).execute();
  const { createdAt } = teacher;
  const classroom = { id: 'c', teacherId: 't', linkId: 'l', mailedLinkId: null, code: 'C', name: '', createdAt };
  await opened.database
    .insertInto('classrooms')
    .values({ ...classroom, changedAt: createdAt })
    .execute();
  await opened.close();
  const runAdmin = async (variables: Record<string, string>, ...words: string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], ...variables };
    const program = promisify(execFile)(process.execPath, ['backend/admin/main.ts', ...words], { env });
    return (await program.catch((error: { stderr: string }) => ({ stdout: error.stderr }))).stdout;
  };
  const admin = (...words: string[]) => runAdmin({ DATA_DIR: folder }, ...words);
  expect(await admin()).toMatch(/^Usage: npm run admin/);
  expect(await admin('find-user', teacher.email, '--dry-run')).toMatch(/^Usage: npm run admin/);
  const unreachable = { DATABASE_URL: 'postgres://portal:portal@127.0.0.1:9/portal' };
  expect(await runAdmin(unreachable, 'find-user', '--help')).toMatch(/^Usage: npm run admin/);
  expect(await admin('erase-teacher', teacher.email)).toMatch(/^the teacher, 0 students/);
  expect(await admin('find-user', teacher.email)).toMatch(/^Nobody is known by this name/);
});
