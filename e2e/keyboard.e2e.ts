import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { play, skills, studentsOf, changeMails, field, newTeacher, schoolMessages } from './support/school.ts';
import { expectFocusOn, press, type } from './support/keyboard.ts';
import { linkTo, mailTo, recoveryLink } from './support/mailbox.ts';
import { alert, email, newParent, password, submit } from './support/parent.ts';
import { cards, onPaymentPage, messages } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, browser } from './support/setup.ts';

// All tests of a describe use one page.
let page: Page;
setUpPage();
beforeAll(async () => {
  page = await browser.newPage();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const link = (name: string, within: 'banner' | 'main') => page.getByRole(within).getByRole('link', { name });
const button = (name: string) => page.getByRole('button', { name });

describe('a parent who uses the keyboard alone keeps and sees the focus', () => {
  const parent = newParent();
  const chosen = 'a new one, typed';

  it('skips the header, and signs up', async () => {
    await page.goto(`${portalUrl}/signup`);
    await email(page).waitFor();
    await page.keyboard.press('Tab');
    await expectFocusOn(page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectFocusOn(email(page));
    await page.keyboard.press('Enter');
    await alert(page).waitFor();
    await expectFocusOn(email(page));
    await type(email(page), parent.email);
    await type(password(page), parent.password);
    await press(page.locator('input[name="agreement"]'), 'Space');
    await press(page.locator('input[name="cookies"]'), 'Space');
    await page.keyboard.press('Enter');
    await onPaymentPage(page);
  });

  it('pays for the subscription', async () => {
    await type(page.locator('input[name="number"]'), cards.good);
    await page.keyboard.press('Enter');
    await press(link(messages.en.confirmation.manage.button, 'main'));
    // A new document is read from its top.
    await heading('Your account').waitFor();
  });

  it('requests a new password on the dashboard, and logs out', async () => {
    await press(button('Reset password'));
    await page.locator('maths-dashboard').getByRole('status').waitFor();
    await press(button('Log out'));
    await heading('The maths game children ask for').waitFor();
  });

  it('keeps the focus when a parent is rejected, forgets the password, and requests the mail', async () => {
    await press(link('Log in', 'banner'));
    await heading('Log in').waitFor();
    await type(email(page), parent.email);
    await type(password(page), 'wrong word');
    await page.keyboard.press('Enter');
    await expectFocusOn(alert(page));
    await press(button('Forgot your password?'));
    await expectFocusOn(page.getByRole('form', { name: 'Reset your password' }));
    await press(submit(page));
    await expectFocusOn(page.locator('maths-sign-in').getByRole('status'));
  });

  it('sets the new password and logs in with it', async () => {
    await page.goto(await recoveryLink(parent.email));
    await type(password(page), chosen);
    await page.keyboard.press('Enter');
    await expectFocusOn(page.locator('maths-reset-password').getByRole('status'));
    await press(link('Log in', 'main'));
    await type(email(page), parent.email);
    await type(password(page), chosen);
    await page.keyboard.press('Enter');
    await heading('Your account').waitFor();
  });
});

describe('a teacher who uses the keyboard alone keeps and sees the focus', () => {
  const teacher = newTeacher();
  const { 'teacher-sign-up': signUp, classroom } = schoolMessages.en;
  const form = () => page.locator('maths-teacher-sign-up');

  it('signs up after a rejected attempt', async () => {
    await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
    await type(field(page, 'email'), teacher.email);
    await type(field(page, 'name'), teacher.name);
    await type(field(page, 'numStudents'), '36');
    await page.keyboard.press('Enter');
    await alert(page).waitFor();
    await expectFocusOn(field(page, 'numStudents'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/signup-success**');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('requests a change, and applies it', async () => {
    await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
    await press(form().getByRole('link', { name: signUp.switch.update }));
    await expectFocusOn(form().getByRole('link', { name: signUp.switch.update }));
    await type(field(page, 'email'), teacher.email);
    await type(field(page, 'numStudents'), '5');
    await page.keyboard.press('Enter');
    await expectFocusOn(form().getByRole('status'));
    await page.goto(linkTo(await mailTo(teacher.email, changeMails.asked), '/schoolzone/'));
    await press(submit(page));
    await expectFocusOn(page.locator('maths-classroom-update').getByRole('status'));
  });

  it('opens the class, refreshes it, sorts it, and closes a panel', async () => {
    await press(page.getByRole('link', { name: schoolMessages.en['classroom-update'].openClassroom }));
    await page.getByRole('heading', { name: classroom.none.heading }).waitFor();
    const classroomID = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const classroomCode = (await page.locator('maths-classroom b').first().textContent()) ?? '';
    const [[skill], [student]] = [skills, await studentsOf({ classroomID })];
    if (skill !== undefined) await play({ classroomCode, classroomID }, student ?? '', skill);
    await press(button(classroom.tools.refresh));
    await page.getByRole('table').waitFor();
    await expectFocusOn(button(classroom.tools.refresh));
    const head = page.getByRole('columnheader', { name: classroom.week.column });
    await press(head.getByRole('button'));
    await expect.poll(() => head.getAttribute('aria-sort')).not.toBeNull();
    await expectFocusOn(head.getByRole('button'));
    await page.goto(page.url());
    const panel = page.getByRole('button', { expanded: true });
    await press(panel);
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
  });
});
