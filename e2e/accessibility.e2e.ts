import { describe, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { classroomUrl, openClassroom, play, skills, studentsOf } from './support/classroom.ts';
import { changeMails } from './support/classroom-update.ts';
import { linkTo, mailTo, recoveryLink } from './support/mailbox.ts';
import { languagesOf } from './support/messages.ts';
import {
  alert,
  beSignedIn,
  email,
  fillIn,
  goToDashboard,
  newParent,
  openAccount,
  password,
  submit,
  tickAll,
  untilReady,
} from './support/parent.ts';
import {
  expectPlan,
  patternOf,
  onBillingPage,
  onPaymentPage,
  pay,
  pressOnDashboard,
  sendCard,
  untilPlan,
  messages,
} from './support/payment.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';
import { fillInTeacher, newTeacher, schoolMessages } from './support/teacher.ts';

// Motion is reduced, because axe would measure the contrast of a colour during its transition.
setUpPage({ visitor: { reducedMotion: 'reduce' } });

const go = async (path: string): Promise<void> => {
  await page.goto(path);
  await page.locator('h1, form').first().waitFor();
  await untilReady(page);
};

/** Checks the current page on a phone and on a desktop. scenes.e2e.ts checks the other states. */
const expectNoFaults = async (state: string, widths = [375, 1440]): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await faultsOf(page), `${state}, ${width} px`).toEqual([]);
  }
};

describe.each(languagesOf(changeMails))('axe reports no violation, in %s', (language) => {
  const at = (path: string) => `${portalUrl}${path}?lang=${language}`;
  const forget = () =>
    page.getByRole('button', { name: language === 'fr' ? 'Mot de passe oublié' : 'Forgot your password?' }).click();

  it('finds no axe violation on sign-up, when the email has an account already', async () => {
    const parent = newParent();
    await openAccount(parent);
    await go(at('/signup'));
    await fillIn(page, { ...parent, password: 'somebody else’s' });
    await tickAll(page);
    await submit(page).click();
    await alert(page).waitFor();
    await expectNoFaults('taken');
  });

  it('finds no axe violation on the pages from the forgotten password to the new password', async () => {
    const parent = newParent();
    await openAccount(parent);
    await go(at('/signin'));
    await forget();
    await page.locator('form h1').waitFor();
    await expectNoFaults('forgotten');
    await submit(page).click();
    await alert(page).waitFor();
    await expectNoFaults('forgotten, no address');
    await email(page).fill(parent.email);
    await submit(page).click();
    await page.locator('maths-sign-in').getByRole('status').waitFor();
    await expectNoFaults('mail promised');
    await page.goto(await recoveryLink(parent.email));
    await password(page).fill('short');
    await expectNoFaults('link opened');
    await submit(page).click();
    await alert(page).waitFor();
    await expectNoFaults('too short');
    await password(page).fill('long enough now');
    await submit(page).click();
    await page.locator('maths-reset-password').getByRole('status').waitFor();
    await expectNoFaults('new password set');
  });

  it('finds no axe violation on the dashboard, and after requesting a new password there', async () => {
    await beSignedIn(context);
    await goToDashboard(page, `?lang=${language}`);
    const reset = page.getByRole('button', { name: /^(Reset password|Réinitialiser le mot de passe)$/ });
    await expectNoFaults('dashboard');
    await reset.click();
    await page.locator('maths-dashboard').getByRole('status').waitFor();
    await expectNoFaults('mail sent');
  });

  it('finds no axe violation on the pages of a payment, and on the dashboard of a subscriber', async () => {
    const { dashboard, simulator } = messages[language];
    await beSignedIn(context);
    await goToDashboard(page, `?lang=${language}`);
    await pressOnDashboard(page, dashboard.offer.first);
    await onPaymentPage(page);
    await expectNoFaults('payment page');
    await sendCard(page, 'declined');
    await alert(page).waitFor();
    await expectNoFaults('declined');
    await pay(page);
    await untilPlan(page, language, 'trial');
    await expectNoFaults('trial');
    await pressOnDashboard(page, dashboard.manage.button);
    await onBillingPage(page);
    await expectNoFaults('billing page');
    await page.getByRole('link', { name: patternOf(simulator.backTo) }).click();
    await expectPlan(page, language, 'trial');
  });

  it('finds no axe violation on the teachers’ forms, incomplete and rejected, and when the link of a change is mailed', async () => {
    const { switch: tasks, forms } = schoolMessages[language].signUp;
    const teacher = newTeacher();
    await openClassroom(teacher);
    await go(at('/schoolzone/teacher/signup'));
    await fillInTeacher(page, { ...teacher, numStudents: 36 });
    await submit(page).click();
    await alert(page).waitFor();
    await expectNoFaults('too many students');
    await fillInTeacher(page, teacher);
    await submit(page).click();
    await alert(page).getByRole('link', { name: tasks.update }).waitFor();
    await expectNoFaults('taken');
    await alert(page).getByRole('link', { name: tasks.update }).click();
    await expectNoFaults('the other form');
    await submit(page).click();
    await page.getByRole('status').getByText(forms.update.done).waitFor();
    await expectNoFaults('mail promised');
    await page.goto(linkTo(await mailTo(teacher.email, changeMails[language].asked), '/schoolzone/'));
    await submit(page).waitFor();
    await expectNoFaults('what the link changes');
    await submit(page).click();
    await page.locator('maths-classroom-update').getByRole('status').waitFor();
    await expectNoFaults('changed');
    await page.reload();
    await alert(page).waitFor();
    await expectNoFaults('a link without a secret');
  });

  it('finds no axe violation on the page of a class before and after it plays, and of an unknown class', async () => {
    const widths = [375, 768, 1440];
    const { tools, none } = schoolMessages[language].classroom;
    const classroom = await openClassroom(newTeacher(35), language);
    await go(classroomUrl(classroom.classroomID, language));
    await page.getByRole('heading', { name: none.heading }).waitFor();
    await expectNoFaults('nobody has played', widths);
    const [student = ''] = await studentsOf(classroom);
    for (const skill of skills.slice(0, 2)) await play(classroom, student, skill);
    await page.getByRole('button', { name: tools.refresh }).click();
    await page.getByRole('table').waitFor();
    await expectNoFaults('playing', widths);
    await page.getByRole('button', { name: tools.help }).click();
    await expectNoFaults('filtered', widths);
    await go(classroomUrl('A'.repeat(22), language));
    await alert(page).waitFor();
    await expectNoFaults('no such class', widths);
  });

  it('finds no axe violation on the two dialogs that ask before an account is deleted', async () => {
    const said = messages[language].dashboard.delete;
    await beSignedIn(context);
    await goToDashboard(page, `?lang=${language}`);
    await page.getByRole('button', { name: said.open }).click();
    await expectNoFaults('warning');
    await page.getByRole('button', { name: said.goOn }).click();
    await expectNoFaults('confirm');
    await page.route(`${portalUrl}/api/user/?*`, (route) => route.abort());
    await page.getByRole('button', { name: said.confirm.yes }).click();
    await alert(page).waitFor();
    await expectNoFaults('failed');
    await page.unroute(`${portalUrl}/api/user/?*`);
    const tooOld = { success: false, error: 'RECENT_SIGN_IN_REQUIRED' };
    await page.route(`${portalUrl}/api/user/?*`, (route) => route.fulfill({ status: 403, json: tooOld }));
    await page.getByRole('button', { name: said.confirm.yes }).click();
    await page.getByRole('button', { name: said.confirm.forgotten }).waitFor();
    await expectNoFaults('password');
  });

  it.each(['index', 'stores', 'class'])('finds no axe violation on the demo partner’s %s page', async (name) => {
    await go(`${demoUrl}/${name}.html`);
    await expectNoFaults(name);
  });

  it.each(['inline', 'frame', 'listener'])(
    'finds no axe violation on the demo partner’s %s page, frame and log included',
    async (name) => {
      for (const widget of ['signin', 'teacher-signup', 'signup']) {
        // The form in the frame is the last part to load.
        await page.goto(`${demoUrl}/?way=${name}&lang=${language}&widget=${widget}`);
        const form = name === 'inline' ? page : page.frameLocator('iframe');
        await form.locator('form').waitFor();
        await expectNoFaults(widget);
        if (widget !== 'signup') continue;
        await fillIn(form, newParent());
        await submit(form).click();
        await page.locator('#log li').first().waitFor();
        await expectNoFaults('signed up');
      }
    },
  );
});

describe('axe reports no violation in the dark scheme', () => {
  it('finds no axe violation in a widget on a page with a dark scheme', async () => {
    await go(demoUrl);
    await page.locator('[name="theme"]').selectOption('dark');
    for (const [widget, tag] of [
      ['signup', 'maths-sign-up'],
      ['signin', 'maths-sign-in'],
      ['teacher-signup', 'maths-teacher-sign-up'],
    ] as const) {
      await page.locator('[name="widget"]').selectOption(widget);
      // The page has no button until it has something to send.
      if (tag === 'maths-teacher-sign-up') await fillInTeacher(page.locator(tag), newTeacher(36));
      await submit(page.locator(tag)).click();
      await alert(page).waitFor();
      await expectNoFaults(tag);
    }
  });

  it('finds no axe violation in a frame, when the parent’s system uses the dark scheme', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const widget of ['signin', 'signup']) {
      await go(`${demoUrl}/?way=listener&widget=${widget}`);
      const frame = page.frameLocator('iframe');
      await submit(frame).click();
      await alert(frame).waitFor();
      await expectNoFaults(widget);
    }
  });
});
