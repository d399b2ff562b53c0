import { describe, expect, it } from 'vitest';
import enCancel from '../locales/en/cancel.json' with { type: 'json' };
import { linkTo, mailTo } from './support/mailbox.ts';
import { newParent, openAccount } from './support/parent.ts';
import { cards, messages } from './support/payment.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPortal } from './support/setup.ts';
import { newTeacher, schoolMessages } from './support/school.ts';
import { engines, sendAccount, setUpVisitor, submit, untilText, visitor } from './support/visitor.ts';

setUpPortal();

const path = async (): Promise<string> => new URL(await visitor.url()).pathname.replace(/\/$/, '');

describe.each(engines)('in $name', (engine) => {
  setUpVisitor(engine);

  it('lets a parent sign up, pay, read the plan, log out and log in', async () => {
    const parent = newParent();
    await visitor.open(`${portalUrl}/signup?lang=en`);
    for (const consent of ['agreement', 'cookies']) await visitor.press(`[name=${consent}]`);
    await sendAccount(visitor, parent);
    await visitor.fill('input[name=number]', cards.good);
    await visitor.press('form.pay button');
    await expect.poll(path).toBe('/confirmation');
    await untilText('[data-membership]:not([hidden]) h2', messages.en.site.confirmation.membership.trial.heading);
    await visitor.open(`${portalUrl}/dashboard`);
    await untilText('.maths-pill', messages.en.dashboard.plan.pill.trial);
    await visitor.press('header button');
    await expect.poll(path).toBe('');
    await visitor.open(`${portalUrl}/signin`);
    await sendAccount(visitor, parent);
    await untilText('.maths-pill', messages.en.dashboard.plan.pill.trial);
  });

  it('lets a teacher sign up on a partner’s page and open the class from the mail', async () => {
    const teacher = newTeacher();
    await visitor.open(`${demoUrl}/?way=frame&lang=en&widget=teacher-signup`);
    await visitor.frame.fill('[name=numStudents]', String(teacher.numStudents));
    await visitor.frame.fill('[name=email]', teacher.email);
    await visitor.frame.fill('[name=name]', teacher.name);
    await visitor.frame.press(submit);
    await untilText('#log', '"classroomCode"');
    await visitor.open(linkTo(await mailTo(teacher.email, /classroom code/), '/schoolzone/teacher/classroom/'));
    await untilText('h1', teacher.name);
    await untilText('h2', schoolMessages.en.classroom.none.heading);
  });

  it('lets a parent end the contract in a frame of a partner, and confirm it by the mailed link', async () => {
    const parent = newParent();
    await openAccount(parent);
    await visitor.open(`${demoUrl}/?way=frame&lang=en&widget=cancel`);
    await visitor.frame.press('.maths-cancel-choice button');
    await visitor.frame.fill('[name=name]', 'Marie Curie');
    await visitor.frame.fill('[name=email]', parent.email);
    await visitor.frame.press(submit);
    await visitor.frame.press('.maths-button-danger');
    await expect.poll(() => visitor.frame.text('[role=status]')).toContain(parent.email);
    await untilText('#log', '"cancellation"');
    const { cancellation } = enCancel.kinds;
    await visitor.open(linkTo(await mailTo(parent.email, /received your cancellation/), '/cancel'));
    await visitor.press('.maths-button-danger');
    await untilText('[role=status]', cancellation.received.split('{{')[0] ?? '');
  });
});
