import { describe, expect, it } from 'vitest';
import type { ClassroomIds } from '../src/contracts/calls/school-zone.ts';
import { recordConsoleErrors } from './support/browser.ts';
import { play, skills, studentsOf, fillInTeacher, newTeacher, schoolMessages } from './support/school.ts';
import { linkTo, mailsTo, mailTo } from './support/mailbox.ts';
import { storedSession, submit } from './support/parent.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';

setUpPage();

const [skill, nextSkill] = skills;
if (skill === undefined || nextSkill === undefined) throw new Error('The curriculum is empty');

/** Waits until the row of a student shows so many of the levels of a skill, with any kind of space. */
const untilDone = (student: string, done: number, levels: number): Promise<void> =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: `#${student}` }) })
    .getByText(new RegExp(`^${done}\\s/\\s${levels}$`))
    .first()
    .waitFor();

describe('a teacher on a partner’s page, in French', () => {
  it('signs up in a frame, receives the code by mail, opens the class, and sees it play', async () => {
    const consoleErrors = recordConsoleErrors(page);
    const teacher = { ...newTeacher(12), schoolName: 'École des Érables', ageGroup: '7-8' } as const;
    await page.goto(`${demoUrl}/?way=frame&lang=fr&widget=teacher-signup`);
    const frame = page.frameLocator('iframe');
    await fillInTeacher(frame, teacher);
    await submit(frame).click();
    await frame.getByRole('status').getByText(schoolMessages.fr['teacher-sign-up'].forms.create.done).waitFor();

    const heard: ClassroomIds = JSON.parse((await page.locator('#log pre').first().textContent()) ?? '');
    const mail = await mailTo(teacher.email, /^Votre code de classe/);
    const link = linkTo(mail, '/schoolzone/teacher/classroom/');
    const students = await studentsOf(heard);
    expect(students).toHaveLength(12);
    expect(mail.subject).toContain(heard.classroomCode);
    for (const word of [heard.classroomCode, '1. ', '4. ', ...students]) expect(mail.text).toContain(word);

    await page.clock.install();
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: teacher.name }).waitFor();
    await page.getByText(heard.classroomCode).first().waitFor();
    await page.getByRole('heading', { name: schoolMessages.fr.classroom.none.heading }).waitFor();
    const [first = '', second = ''] = students;
    // The partner's page received a link that became invalid when the mailed one was opened.
    expect(await studentsOf(heard)).toEqual([]);
    await play(heard, first, skill);
    await page.clock.runFor(31_000);
    await page.getByRole('heading', { level: 2 }).getByRole('button').nth(1).click();
    await untilDone(first, 1, skill.levels);
    await untilDone(second, 0, skill.levels);

    await Promise.all([play(heard, first, skill, 2), play(heard, second, skill), play(heard, second, nextSkill)]);
    await page.clock.runFor(31_000);
    await untilDone(first, 2, skill.levels);
    await untilDone(second, 1, nextSkill.levels);
    expect(consoleErrors).toEqual([]);
  });
});

describe('a teacher on the portal’s own page', () => {
  it('shows where the code is, and does not treat the teacher as a parent', async () => {
    const teacher = newTeacher();
    await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
    await fillInTeacher(page, teacher);
    await submit(page).click();
    await page.waitForURL('**/schoolzone/teacher/signup-success**');
    await page.getByText('within 5 minutes').first().waitFor();
    expect(new URL(page.url()).search).toBe('?lang=en');
    expect(await storedSession(page)).toBeNull();
    await mailTo(teacher.email, /classroom code/i);
    await page.goto(`${portalUrl}/signin`);
    await submit(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
  });

  it('sends again after a lost response, and gets the same class and one mail', async () => {
    const teacher = newTeacher();
    await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
    await fillInTeacher(page, teacher);
    await page.route('**/api/schoolzone/teachers*', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await submit(page).click();
    await page.getByRole('alert').waitFor();
    const link = linkTo(await mailTo(teacher.email, /classroom code/), '/schoolzone/teacher/classroom/');
    await page.unroute('**/api/schoolzone/teachers*');
    await submit(page).click();
    await page.waitForURL('**/schoolzone/teacher/signup-success**');
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: teacher.name }).waitFor();
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });
});
