import { afterAll, describe, expect, it } from 'vitest';
import { startReceivers } from '../backend/testing/servers.ts';
import { consentCookie } from '../src/contracts/cookies.ts';
import { routes } from '../src/contracts/routes.ts';
import { schoolZonePaths } from '../src/contracts/calls/school-zone.ts';
import {
  play,
  skills,
  studentsOf,
  applyChange,
  askForChange,
  changeMails,
  openMailed,
  fillInTeacher,
  newTeacher,
  schoolMessages,
  type Teacher,
} from './support/school.ts';
import { linkTo, mailsTo, mailTo, recoveryLink } from './support/mailbox.ts';
import {
  alert,
  email,
  goToDashboard,
  password,
  signIn,
  signUp,
  storedSession,
  submit,
  send,
} from './support/parent.ts';
import { cards, onBillingPage, pay, pressOnDashboard, sendCard, untilPlan, messages } from './support/payment.ts';
import { requestsOf } from './support/browser.ts';
import { demoUrl, portalUrl, urlOf } from './support/settings.ts';
import { setUpPage, context, page, portal } from './support/setup.ts';
import { inDatabase } from './support/portal.ts';

/** Services that receive events must receive nothing else. */
const receivers = await startReceivers();
setUpPage({ settings: receivers.settings });
afterAll(() => receivers.close());

/** Returns a secret as it is, percent-encoded, and in base64 at each of the three possible offsets. */
const disguises = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  ...['', 'x', 'xx'].flatMap((prefix) => {
    const skip = Math.ceil((prefix.length * 4) / 3);
    return ['base64', 'base64url'].map((encoding) =>
      Buffer.from(prefix + secret)
        .toString(encoding === 'base64' ? 'base64' : 'base64url')
        .replace(/=+$/, '')
        .slice(skip, -1),
    );
  }),
];

const found = (text: string, secrets: Record<string, string>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    disguises(secret).some((disguise) => text.includes(disguise)) ? [name] : [],
  );

/** Returns every row of every table of a stopped portal, as text. */
const everyRow = (dataFolder: string): Promise<{ table: string; text: string }[]> =>
  inDatabase(dataFolder, async (database) => {
    const { rows: tables } = await database.query<{ table: string }>(
      `select format('%I.%I', table_schema, table_name) as table from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const found = tables.map(async ({ table }) => {
      const { rows } = await database.query<{ text: string }>(`select t::text as text from ${table} t`);
      return rows.map(({ text }) => ({ table, text }));
    });
    return (await Promise.all(found)).flat();
  });

const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

/** A name that a teacher gives to a student. It stays in the browser. */
const studentName = 'Canary Name of a Student';

/**
 * Signs a teacher up, opens the class, names a student, clears the class and restores it. Returns the secrets that must
 * not leak.
 */
const teach = async (teacher: Teacher): Promise<Record<string, string>> => {
  const asked = page.waitForRequest(`${portalUrl}${schoolZonePaths.teachers}?*`);
  await page.goto(`${portalUrl}/schoolzone/teacher/signup`);
  await fillInTeacher(page, teacher);
  await submit(page).click();
  const sent = new URLSearchParams((await asked).postData() ?? '');
  // The page opens the next one without a click. The mail may arrive before that.
  await page.waitForURL('**/signup-success**');
  const ready = await mailTo(teacher.email, /classroom code/);
  const link = linkTo(ready, '/schoolzone/teacher/classroom/');
  const classroomID = new URL(link).pathname.split('/').at(-1) ?? '';
  const classroomCode = /\w{3}-\w{3}/.exec(ready.subject)?.[0] ?? '';
  const [[skill], [student]] = [skills, await studentsOf({ classroomID })];
  if (skill !== undefined) await play({ classroomCode, classroomID }, student ?? '', skill);
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: teacher.name }).waitFor();
  await page.getByRole('button', { name: schoolMessages.en.classroom.tools.names }).click();
  await page.getByLabel(`#${student}`, { exact: true }).fill(studentName);
  await page.getByRole('rowheader', { name: studentName }).first().waitFor();
  await askForChange(page, teacher.email, 4, true);
  const update = linkTo(await mailTo(teacher.email, changeMails.asked), routes.classroomUpdate.path);
  await openMailed(page, update);
  await applyChange(page, 'update');
  const restore = linkTo(await mailTo(teacher.email, changeMails.told), routes.classroomUpdate.path);
  await openMailed(page, restore);
  await applyChange(page, 'restore');
  // A mail that is not sent yet is in the jobs, with its link.
  const told = async () => (await mailsTo(teacher.email)).filter(({ subject }) => changeMails.told.test(subject));
  await expect.poll(told).toHaveLength(2);
  return {
    teacherAuthID: sent.get('teacherAuthID') ?? '',
    classroomID,
    'update link': tokenOf(update),
    'restore link': tokenOf(restore),
  };
};

describe('secrets after a complete scenario', () => {
  it('finds no secret in the server’s output or in events to others, and in its tables only where needed', async () => {
    const parent = { email: 'canary-address@mail.example', password: 'canary pass word' };
    const teacher = { ...newTeacher(), email: 'canary-teacher@mail.example', name: 'Canary Name of a Teacher' };
    const wrong = 'canary wrong word';
    const chosen = 'canary next word';
    const tickets: Record<string, string> = {};
    const keepSession = async (when: string): Promise<void> => {
      const session = JSON.parse((await storedSession(page)) ?? '{}');
      tickets[`token ${when}`] = session.token;
      tickets[`ticket ${when}`] = session.data.SessionTicket;
      tickets[`entity token ${when}`] = session.data.EntityToken.EntityToken;
    };

    const sent = requestsOf(context);
    // Events are sent only after a click on Accept.
    await context.addCookies([{ name: consentCookie.name, value: consentCookie.clicked, url: portalUrl }]);
    await signUp(page, parent);
    await sendCard(page, 'declined');
    await alert(page).waitFor();
    await pay(page);
    await keepSession('of the sign-up');
    await untilPlan(page, 'en', 'trial');
    await pressOnDashboard(page, messages.en.dashboard.manage.button);
    await onBillingPage(page);
    await goToDashboard(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${portalUrl}/`);
    await signIn(page, { ...parent, password: wrong });
    await alert(page).waitFor();
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send me the link' }).waitFor();
    await email(page).fill(parent.email);
    await submit(page).click();
    const link = await recoveryLink(parent.email);
    await page.goto(link);
    await password(page).fill(chosen);
    await submit(page).click();
    await page.getByText('Your new password is set').waitFor();
    await signIn(page, { ...parent, password: chosen });
    await page.waitForURL(urlOf('/dashboard'));
    await untilPlan(page, 'en', 'trial');
    await keepSession('of the sign-in');
    const partner = await context.newPage();
    await partner.goto(`${demoUrl}/?way=frame&widget=signin`);
    await send(partner.frameLocator('iframe'), { ...parent, password: chosen });
    await partner.locator('#log li').first().waitFor();
    const { classroomID = '', ...teacherSecrets } = await teach(teacher);
    await context.close();
    await portal.halt();

    const linkSecret = tokenOf(link);
    const passwords = { password: parent.password, 'wrong password': wrong, 'new password': chosen };
    const secrets = { ...passwords, ...tickets, ...teacherSecrets, link: linkSecret, card: cards.good };
    expect(Object.values(secrets).every((secret) => typeof secret === 'string' && secret.length > 10)).toBe(true);
    const inBrowser = { 'student’s name': studentName };
    expect(found(JSON.stringify(sent), inBrowser)).toEqual([]);
    const personal = {
      ...inBrowser,
      email: parent.email,
      'teacher’s email': teacher.email,
      'teacher’s name': teacher.name,
    };
    expect(found(portal.output(), { ...secrets, ...personal, classroomID })).toEqual([]);
    const { META_ACCESS_TOKEN: metaToken, MEASUREMENT_API_SECRET: apiSecret } = receivers.settings;
    expect(found(portal.output(), { metaToken, apiSecret })).toEqual([]);
    expect(receivers.captured.length).toBeGreaterThan(0);
    const left = JSON.stringify(receivers.captured.map(({ path, headers, body }) => [path, headers, body]));
    expect(found(left, { ...secrets, ...personal, classroomID })).toEqual([]);
    expect(portal.output()).not.toMatch(/whsec_|sk_(test|live)_|cus_|cs_test_/);

    const rows = await everyRow(portal.dataFolder);
    expect(found(rows.map(({ text }) => text).join('\n'), inBrowser)).toEqual([]);
    const isCapturedMail = (table: string) => table.startsWith('mail_emulator.');
    const ours = rows.filter(({ table }) => table.startsWith('public.'));
    expect(ours.length).toBeGreaterThan(0);
    expect(found(ours.map(({ text }) => text).join('\n'), secrets)).toEqual([]);
    const holders = ours.filter(({ text }) => found(text, { classroomID }).length > 0).map(({ table }) => table);
    expect(new Set(holders)).toEqual(new Set(['public.classrooms']));
    const others = rows.filter(({ table }) => !table.startsWith('public.') && !isCapturedMail(table));
    expect(found(others.map(({ text }) => text).join('\n'), { ...passwords, ...tickets, ...teacherSecrets })).toEqual(
      [],
    );
    // The scenarios of two people.
  }, 180_000);
});
