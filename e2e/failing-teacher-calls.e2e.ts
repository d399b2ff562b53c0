import { beforeEach, describe, expect, it } from 'vitest';
import { schoolZonePaths } from '../src/contracts/school-zone.ts';
import { classroomUrl, openClassroom, studentsOf } from './support/classroom.ts';
import { failEachWay, faults } from './support/faults.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import { alert, submit, untilViewIsLoaded } from './support/parent.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';
import { field, fillInTeacher, newTeacher, schoolMessages, typedIn } from './support/teacher.ts';

setUpPage();

const messages = schoolMessages.en;
const signUpPage = `${portalUrl}/schoolzone/teacher/signup?lang=en`;

beforeEach(() => page.clock.install());

describe('a failed call of a teacher shows a message within 15 s, and nothing stays blocked', () => {
  it.each(['/playfab/Client/LoginWithCustomID', schoolZonePaths.teachers])(
    'keeps the typed text for another submit when signing up fails at %s',
    async (path) => {
      const teacher = newTeacher();
      await page.goto(signUpPage);
      await untilViewIsLoaded(page, 'maths-teacher-sign-up');
      await fillInTeacher(page, teacher);
      const expectUsable = async (fault: string): Promise<void> => {
        expect(await typedIn(page), fault).toEqual(teacher);
        expect(await submit(page).isEnabled(), fault).toBe(true);
      };
      await failEachWay({ page, expectUsable }, `**${path}*`, () => submit(page).click());
      await submit(page).click();
      await page.waitForURL('**/signup-success**');
      await mailTo(teacher.email, /classroom code/);
    },
  );

  it.each(['/playfab/Client/LinkCustomID', '/playfab/Client/LinkIOSDeviceID'])(
    'shows no error to the teacher when signing up fails at %s',
    async (path) => {
      for (const [fault, fail] of Object.entries(faults)) {
        await page.route(`**${path}*`, fail);
        await page.goto(signUpPage);
        await fillInTeacher(page, newTeacher());
        await Promise.all([page.waitForRequest(`**${path}*`), submit(page).click()]);
        await page.waitForURL('**/signup-success**');
        expect(await alert(page).count(), fault).toBe(0);
        await page.unroute(`**${path}*`);
      }
    },
  );

  it('keeps the typed text for another submit when requesting a change fails', async () => {
    const teacher = newTeacher();
    await openClassroom(teacher);
    await page.goto(`${signUpPage}&mode=update`);
    await field(page, 'email').fill(teacher.email);
    await field(page, 'numStudents').fill('7');
    await field(page, 'reinitialize').check();
    const expectUsable = async (fault: string): Promise<void> => {
      expect(await field(page, 'email').inputValue(), fault).toBe(teacher.email);
      expect(await field(page, 'numStudents').inputValue(), fault).toBe('7');
      expect(await field(page, 'reinitialize').isChecked(), fault).toBe(true);
    };
    await failEachWay({ page, expectUsable }, `**${schoolZonePaths.classrooms}?*`, () => submit(page).click());
    await submit(page).click();
    await page.getByRole('status').getByText(messages.signUp.forms.update.done).waitFor();
  });

  it('offers to retry opening and applying a mailed change', async () => {
    const teacher = newTeacher(3);
    const classroom = await openClassroom(teacher);
    await page.goto(`${signUpPage}&mode=update`);
    await field(page, 'email').fill(teacher.email);
    await field(page, 'numStudents').fill('5');
    await submit(page).click();
    const link = linkTo(await mailTo(teacher.email, /^Confirm the change/), '/schoolzone/teacher/classroom-update');
    const call = `**${schoolZonePaths.classroomUpdate}*`;
    const open = async (): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(link);
    };
    await failEachWay({ page }, call, open);
    await page.getByRole('button', { name: 'Try again' }).click();
    const apply = page.getByRole('button', { name: messages.update.forms.update.submit });
    await apply.waitFor();
    await failEachWay({ page }, call, () => apply.click());
    await apply.click();
    await page.getByRole('status').getByText(messages.update.forms.update.done).waitFor();
    expect(await studentsOf(classroom)).toHaveLength(5);
  });

  it('shows the class after a failure to open it, and keeps it after a failed refresh', async () => {
    const { classroomID } = await openClassroom(newTeacher());
    const call = `**/api/schoolzone/classrooms/${classroomID}/detailed*`;
    const heading = page.getByRole('heading', { name: messages.classroom.none.heading });
    await failEachWay({ page }, call, () => page.goto(classroomUrl(classroomID)));
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading.waitFor();
    const refresh = (): Promise<void> => page.getByRole('button', { name: messages.classroom.tools.refresh }).click();
    const expectUsable = async (fault: string): Promise<void> => expect(await heading.isVisible(), fault).toBe(true);
    await failEachWay({ page, expectUsable }, call, refresh);
    // A background update may have loaded the class and removed "Try again". The toolbar stays.
    await refresh();
    await expect.poll(() => alert(page).count()).toBe(0);
    await heading.waitFor();
  });
});
