import { beforeEach, describe, expect, it } from 'vitest';
import { schoolZonePaths } from '../src/contracts/school-zone.ts';
import { classroomUrl, openClassroom, studentsOf } from './support/classroom.ts';
import { faults, secondsToSentence } from './support/faults.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import { alert, submit, untilViewIsLoaded } from './support/parent.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';
import { field, fillInTeacher, newTeacher, schoolMessages, typedIn } from './support/teacher.ts';

setUpPage();

const messages = schoolMessages.en;
const signUpPage = `${portalUrl}/schoolzone/teacher/signup?lang=en`;

/** Lets the call fail in each way, and checks after each that the teacher has a message within 15 s. */
const failEachWay = async (call: string, act: () => Promise<unknown>, still: (fault: string) => Promise<void>) => {
  for (const [fault, fail] of Object.entries(faults)) {
    await page.route(call, fail);
    await Promise.all([page.waitForRequest(call), act()]);
    expect(await secondsToSentence(page), fault).toBeLessThanOrEqual(16);
    expect(await alert(page).textContent(), fault).toMatch(/[a-z]{3}.*[.!]/);
    await still(fault);
    await page.unroute(call);
  }
};

beforeEach(() => page.clock.install());

describe('a failed call of a teacher shows a message within 15 s, and nothing stays blocked', () => {
  it.each(['/playfab/Client/LoginWithCustomID', schoolZonePaths.teachers])(
    'keeps the typed text for another submit when signing up fails at %s',
    async (path) => {
      const teacher = newTeacher();
      await page.goto(signUpPage);
      await untilViewIsLoaded(page, 'maths-teacher-sign-up');
      await fillInTeacher(page, teacher);
      await failEachWay(
        `**${path}*`,
        () => submit(page).click(),
        async (fault) => {
          expect(await typedIn(page), fault).toEqual(teacher);
          expect(await submit(page).isEnabled(), fault).toBe(true);
        },
      );
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
    await failEachWay(
      `**${schoolZonePaths.classrooms}?*`,
      () => submit(page).click(),
      async (fault) => {
        expect(await field(page, 'email').inputValue(), fault).toBe(teacher.email);
        expect(await field(page, 'numStudents').inputValue(), fault).toBe('7');
        expect(await field(page, 'reinitialize').isChecked(), fault).toBe(true);
      },
    );
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
    await failEachWay(call, open, async () => undefined);
    await page.getByRole('button', { name: 'Try again' }).click();
    const apply = page.getByRole('button', { name: messages.update.forms.update.submit });
    await apply.waitFor();
    await failEachWay(
      call,
      () => apply.click(),
      async () => undefined,
    );
    await apply.click();
    await page.getByRole('status').getByText(messages.update.forms.update.done).waitFor();
    expect(await studentsOf(classroom)).toHaveLength(5);
  });

  it('shows the class after a failure to open it, and keeps it after a failed refresh', async () => {
    const { classroomID } = await openClassroom(newTeacher());
    const call = `**/api/schoolzone/classrooms/${classroomID}/detailed*`;
    const heading = page.getByRole('heading', { name: messages.classroom.none.heading });
    await failEachWay(
      call,
      () => page.goto(classroomUrl(classroomID)),
      async () => undefined,
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading.waitFor();
    await failEachWay(
      call,
      () => page.getByRole('button', { name: messages.classroom.tools.refresh }).click(),
      async (fault) => expect(await heading.isVisible(), fault).toBe(true),
    );
    // A background update may have loaded the class and removed "Try again". The toolbar stays.
    await page.getByRole('button', { name: messages.classroom.tools.refresh }).click();
    await expect.poll(() => alert(page).count()).toBe(0);
    await heading.waitFor();
  });
});
