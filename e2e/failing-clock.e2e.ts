import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { schoolZonePaths } from '../src/contracts/school-zone.ts';
import { renewalInterval } from '../src/contracts/token.ts';
import { day, hour, minute } from '../src/lib/durations.ts';
import { requestsOf, type Sent } from './support/browser.ts';
import { classroomUrl, openClassroom } from './support/classroom.ts';
import {
  alert,
  beSignedIn,
  email,
  fillIn,
  goToDashboard,
  newParent,
  openAccount,
  type Parent,
  password,
  storedSession,
  submit,
  tickAll,
} from './support/parent.ts';
import { expectPlan } from './support/payment.ts';
import { portalUrl, urlOf } from './support/settings.ts';
import { context, page, setUpPage } from './support/setup.ts';
import { newTeacher, schoolMessages } from './support/teacher.ts';

setUpPage();

let sent: Sent[];
beforeEach(async () => {
  sent = requestsOf(context);
  await page.clock.install();
});

/** The calls of the page since it was opened; its files are not among them. */
const calls = (): string[] => sent.filter(({ url }) => /\/(api|playfab)\//.test(url)).map(({ url }) => url);

/** Lets this much time pass on the page, with all its timers. */
const pass = async (seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 5) await page.clock.runFor(5_000);
};

const year = 365 * day;
const jumps = [
  { jump: 'an hour forward', distance: hour },
  { jump: 'an hour back', distance: -hour },
  { jump: 'a year forward', distance: year },
  { jump: 'a year back', distance: -year },
];
/** Sets the clock of the computer. Timers do not depend on it. */
const setClock = async (distance: number): Promise<void> => {
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + distance);
};

/** Types the address and password of a new account into the log-in form. */
const fillInLogIn = async (): Promise<Parent> => {
  const parent = newParent();
  await openAccount(parent);
  await page.goto(`${portalUrl}/signin`);
  await fillIn(page, parent);
  await tickAll(page);
  return parent;
};

describe.each(jumps)('a clock that is set $jump while a page is open', ({ distance }) => {
  it('keeps the session of the dashboard, causes no request, and renews the session in its turn', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    const before = await storedSession(page);
    const asked = calls().length;
    await setClock(distance);
    await pass(120);
    expect(calls().slice(asked)).toEqual([]);
    expect(await storedSession(page)).toBe(before);

    await page.clock.fastForward(renewalInterval);
    await expect.poll(() => storedSession(page)).not.toBe(before);
    expect(await storedSession(page)).not.toBeNull();
    expect(calls().length - asked).toBeLessThanOrEqual(4);
    await page.reload();
    await expectPlan(page, 'en', 'none');
  });

  it('keeps what was typed into the log-in form, which then logs in', async () => {
    const parent = await fillInLogIn();
    await setClock(distance);
    await pass(30);
    expect([await email(page).inputValue(), await password(page).inputValue()]).toEqual(Object.values(parent));
    await submit(page).click();
    await page.waitForURL(urlOf('/dashboard'));
  });

  it('ends a call that it interrupts with a message, and the form can be sent again', async () => {
    await fillInLogIn();
    const call = `**${apiPaths.integrations}*`;
    await page.route(call, () => Promise.resolve());
    await Promise.all([page.waitForRequest(call), submit(page).click()]);
    await setClock(distance);
    await pass(20);
    expect(await alert(page).textContent()).toMatch(/[a-z]{3}.*[.!]/);
    await page.unroute(call);
    await submit(page).click();
    await page.waitForURL(urlOf('/dashboard'));
  });

  it('keeps reading an open class every half minute', async () => {
    const { classroomID } = await openClassroom(newTeacher());
    await page.goto(classroomUrl(classroomID));
    const heading = page.getByRole('heading', { name: schoolMessages.en.classroom.none.heading });
    await heading.waitFor();
    const readings = () => calls().filter((url) => url.includes(schoolZonePaths.classrooms)).length;
    const before = readings();
    await setClock(distance);
    // Each next reading waits for the real response of the one before.
    let passed = 0;
    for (let next = 1; next <= 4; next += 1) {
      await expect
        .poll(async () => {
          await pass(5);
          passed += 5;
          return readings() - before;
        })
        .toBeGreaterThanOrEqual(next);
    }
    expect(readings() - before).toBeLessThanOrEqual(passed / 30 + 1);
    expect(await heading.isVisible()).toBe(true);
    expect(await alert(page).count()).toBe(0);
  });
});

describe('a computer that slept with a page open', () => {
  it.each([
    ['an hour', hour],
    ['a year', year],
  ])('renews the session once after %s', async (_time, slept) => {
    await beSignedIn(context);
    await goToDashboard(page);
    const before = await storedSession(page);
    const asked = calls().length;
    await page.clock.fastForward(slept);
    await expect.poll(() => storedSession(page)).not.toBe(before);
    await pass(120);
    const renewals = calls()
      .slice(asked)
      .filter((url) => url.includes(apiPaths.integrations));
    expect(renewals).toHaveLength(1);
    expect(await storedSession(page)).not.toBeNull();
  });

  it('leaves the dashboard after a year, when its session has ended on the server', async () => {
    const { session } = await beSignedIn(context);
    await goToDashboard(page);
    await fetch(`${portalUrl}${apiPaths.integrations}?p=1`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session.token}` },
    });
    const asked = calls().length;
    await page.clock.fastForward(year);
    await email(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    expect(await storedSession(page)).toBeNull();
    await pass(2 * (minute / 1_000));
    expect(calls().length - asked).toBeLessThanOrEqual(5);
  });
});
