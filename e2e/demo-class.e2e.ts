import { describe, expect, it } from 'vitest';
import { recordConsoleErrors, requestsOf } from './support/browser.ts';
import { expectFocusOn, press } from './support/keyboard.ts';
import { fillInTeacher, newTeacher } from './support/school.ts';
import { submit } from './support/parent.ts';
import { demoUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

setUpPage({ visitor: { reducedMotion: 'reduce' } });

const goToClassPage = (): Promise<unknown> => page.goto(`${demoUrl}/class.html`);
const create = () => page.locator('#create button');
const teacherPage = () => page.locator('#teacher-page');
const outcome = () => page.locator('#outcome').textContent();

const signUp = async (students: number): Promise<void> => {
  await page.locator('[name="students"]').fill(String(students));
  await create().click();
  await teacherPage().waitFor();
};
const playWeek = async (): Promise<void> => {
  await page.locator('[name="weeks"]').selectOption('1');
  await page.locator('#weeks button:not(#live)').click();
  await expect.poll(outcome, { timeout: 30_000 }).toMatch(/^\d+ /);
};

describe('the demo partner’s page of a class', () => {
  it('signs a class up and plays a week, and its teacher sees the progress', async () => {
    const consoleErrors = recordConsoleErrors(page);
    const sent = requestsOf(context);
    await goToClassPage();
    await signUp(5);
    await playWeek();
    const [opened] = await Promise.all([context.waitForEvent('page'), teacherPage().click()]);
    const rows = opened.locator('tbody tr').filter({ hasText: '#' });
    await rows.first().waitFor();
    expect(await rows.filter({ hasText: '8 / 8' }).count()).toBeGreaterThan(0);
    expect(consoleErrors).toEqual([]);
    // The game's key reports for any class, so it must stay on the server.
    expect(sent.filter(({ headers }) => headers['authorization'] !== undefined)).toEqual([]);
  });

  it('plays a class that a teacher signed up by the form', async () => {
    await page.goto(`${demoUrl}/?way=inline&widget=teacher-signup`);
    await fillInTeacher(page, newTeacher(3));
    await submit(page).click();
    await page.locator('#log a').first().click();
    await page.waitForURL('**/class.html**');
    await playWeek();
  });

  it('works with the keyboard alone, and keeps the focus', async () => {
    await goToClassPage();
    await page.locator('[name="students"]').fill('2');
    await press(create());
    await teacherPage().waitFor();
    await expectFocusOn(create());
    await press(page.locator('#weeks button:not(#live)'));
    await expect.poll(outcome, { timeout: 60_000 }).toMatch(/^\d+ /);
    await expectFocusOn(page.locator('#weeks button:not(#live)'));
  });
});
