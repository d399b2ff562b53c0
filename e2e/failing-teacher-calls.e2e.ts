import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { consentCookie } from '../src/contracts/consent-cookie.ts';
import { schoolZonePaths } from '../src/contracts/school-zone.ts';
import { classroomUrl, openClassroom, studentsOf } from './support/classroom.ts';
import { failEachWay, tryEachFault } from './support/faults.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import { alert, openReady, type Scope, submit } from './support/parent.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { context, page, setUpPage } from './support/setup.ts';
import { field, fillInTeacher, newTeacher, schoolMessages, typedIn } from './support/teacher.ts';

setUpPage();

const messages = schoolMessages.en;
const signUpPage = `${portalUrl}/schoolzone/teacher/signup?lang=en`;
const send = (): Promise<void> => submit(page).click();

/** The page and the elements with the teacher's form. */
type Form = { name: string; address: string; scope?: (page: Page) => Scope; succeeds(): Promise<unknown> };
const partnerIsTold = (): Promise<void> => page.locator('#log').getByText('auth-success').first().waitFor();
const forms: Form[] = [
  { name: 'the page', address: signUpPage, succeeds: () => page.waitForURL('**/signup-success**') },
  {
    name: 'an element',
    address: `${demoUrl}/?way=inline&lang=en&widget=teacher-signup`,
    succeeds: partnerIsTold,
  },
  {
    name: 'an element in a frame',
    address: `${demoUrl}/?way=frame&lang=en&widget=teacher-signup`,
    scope: (at) => at.frameLocator('iframe'),
    succeeds: partnerIsTold,
  },
];
const signUpCalls = ['/playfab/Client/LoginWithCustomID', schoolZonePaths.teachers];

beforeEach(() => page.clock.install());

describe('a failed call of a teacher shows a message within 15 s, and nothing stays blocked', () => {
  it.each(forms.flatMap((form) => signUpCalls.map((call) => ({ ...form, call }))))(
    'keeps the typed text for another submit when signing up fails in $name: $call',
    async ({ address, scope, succeeds, call }) => {
      const teacher = newTeacher();
      await openReady(page, address);
      const form = scope?.(page) ?? page;
      await fillInTeacher(form, teacher);
      const expectUsable = async (fault: string): Promise<void> => {
        expect(await typedIn(form), fault).toEqual(teacher);
        expect(await submit(form).isEnabled(), fault).toBe(true);
      };
      const press = (): Promise<void> => submit(form).click();
      await failEachWay({ page, message: alert(form), expectUsable }, `**${call}*`, press);
      await press();
      await succeeds();
      await mailTo(teacher.email, /classroom code/);
    },
  );

  it.each(['/playfab/Client/LinkCustomID', '/playfab/Client/LinkIOSDeviceID'])(
    'shows no error to the teacher when signing up fails at %s',
    async (path) => {
      const signUp = async (): Promise<void> => {
        await page.goto(signUpPage);
        await fillInTeacher(page, newTeacher());
        await send();
      };
      await tryEachFault(page, `**${path}*`, signUp, async (fault) => {
        await page.waitForURL('**/signup-success**');
        expect(await alert(page).count(), fault).toBe(0);
      });
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
    await failEachWay({ page, expectUsable }, `**${schoolZonePaths.classrooms}?*`, send);
    await send();
    await page.getByRole('status').getByText(messages.signUp.forms.update.done).waitFor();
  });

  it('keeps the address for another submit when the link of the class cannot be mailed', async () => {
    const teacher = newTeacher();
    await openClassroom(teacher);
    await page.goto(`${signUpPage}&mode=link`);
    await field(page, 'email').fill(teacher.email);
    const expectUsable = async (fault: string): Promise<void> =>
      expect(await field(page, 'email').inputValue(), fault).toBe(teacher.email);
    await failEachWay({ page, expectUsable }, `**${schoolZonePaths.classroomLink}*`, send);
    await send();
    await page.getByRole('status').getByText(messages.signUp.forms.link.done).waitFor();
  });

  it('offers to retry opening and applying a mailed change', async () => {
    const teacher = newTeacher(3);
    const classroom = await openClassroom(teacher);
    await page.goto(`${signUpPage}&mode=update`);
    await field(page, 'email').fill(teacher.email);
    await field(page, 'numStudents').fill('5');
    await send();
    const link = linkTo(await mailTo(teacher.email, /^Confirm the change/), '/schoolzone/teacher/classroom-update');
    const call = `**${schoolZonePaths.classroomUpdate}*`;
    const follow = async (): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(link);
    };
    await failEachWay({ page }, call, follow);
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
    const refresh = (): Promise<void> => page.getByRole('button', { name: messages.classroom.tools.refresh }).click();
    await failEachWay({ page }, call, () => page.goto(classroomUrl(classroomID)));
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading.waitFor();
    const expectUsable = async (fault: string): Promise<void> => expect(await heading.isVisible(), fault).toBe(true);
    await failEachWay({ page, expectUsable }, call, refresh);
    // A background update may have loaded the class and removed "Try again". The toolbar stays.
    await refresh();
    await expect.poll(() => alert(page).count()).toBe(0);
    await heading.waitFor();
  });
});

describe('a page of the teachers whose visit cannot be counted', () => {
  it.each([apiPaths.geolocation, apiPaths.analyticsLog])('takes typing when this call fails: %s', async (path) => {
    await context.addCookies([{ name: consentCookie.name, value: consentCookie.clicked, url: portalUrl }]);
    const teacher = newTeacher();
    await tryEachFault(
      page,
      `**${path}*`,
      () => page.goto(signUpPage),
      async (fault) => {
        await fillInTeacher(page, teacher);
        expect(await typedIn(page), fault).toEqual(teacher);
        expect(await alert(page).count(), fault).toBe(0);
      },
    );
  });
});
