import { describe, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { recordConsoleErrors, requestsOf } from './support/browser.ts';
import { expectFocusOn, press } from './support/keyboard.ts';
import { fillInTeacher, newTeacher } from './support/teacher.ts';
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

  it('plays a class live until it is stopped', async () => {
    await goToClassPage();
    await signUp(3);
    const live = page.locator('#live');
    await live.click();
    await page.locator('#plays li').nth(1).waitFor();
    expect(await page.locator('#plays').textContent()).toMatch(/#\d{3}[a-z_0-9]+(done|opened)/);
    await live.click();
    await expect.poll(() => live.textContent()).toBe('Play live');
  });

  it('plays a class that a teacher signed up by the form', async () => {
    await page.goto(`${demoUrl}/?way=inline&widget=teacher-signup`);
    await fillInTeacher(page, newTeacher(3));
    await submit(page).click();
    await page.locator('#log a').first().click();
    await page.waitForURL('**/class.html**');
    await playWeek();
  });

  it('reports an invalid classroom and one that the portal does not know', async () => {
    await goToClassPage();
    const link = page.locator('[name="link"]');
    const take = page.locator('#take button');
    await link.fill('https://portal.example/schoolzone/teacher/signup');
    await take.click();
    await page.getByText('This is no link of a class.').waitFor();
    await link.fill(`https://portal.example/schoolzone/teacher/classroom/${'a'.repeat(22)}?lang=en`);
    await take.click();
    await page.locator('#weeks button:not(#live)').click();
    await page.getByText('The portal knows no such class.').waitFor();
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

  it('passes an accessibility audit before and after', async () => {
    await goToClassPage();
    const expectNoFaults = async (): Promise<void> => {
      for (const width of [375, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await faultsOf(page), `${width} px`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
      }
    };
    await expectNoFaults();
    await signUp(2);
    await playWeek();
    await page.locator('#live').click();
    await page.locator('#plays li').first().waitFor();
    await expectNoFaults();
  });
});
