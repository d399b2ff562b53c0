import { expect, it } from 'vitest';
import { recordConsoleErrors, requestsOf } from './support/browser.ts';
import { demoUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

setUpPage({ visitor: { reducedMotion: 'reduce' } });

it('signs a class up on the demo partner’s page and plays a week, and its teacher sees the progress', async () => {
  const consoleErrors = recordConsoleErrors(page);
  const sent = requestsOf(context);
  await page.goto(`${demoUrl}/class.html`);
  await page.locator('[name="students"]').fill('5');
  await page.locator('#create button').click();
  const teacherPage = page.locator('#teacher-page');
  await teacherPage.waitFor();
  await page.locator('[name="weeks"]').selectOption('1');
  await page.locator('#weeks button:not(#live)').click();
  await expect.poll(() => page.locator('#outcome').textContent()).toMatch(/^\d+ /);
  const [opened] = await Promise.all([context.waitForEvent('page'), teacherPage.click()]);
  const rows = opened.locator('tbody tr').filter({ hasText: '#' });
  await rows.first().waitFor();
  await opened.getByRole('heading', { level: 2 }).getByRole('button').nth(1).click();
  await opened.getByRole('table').nth(1).waitFor();
  expect(await rows.filter({ hasText: '8 / 8' }).count()).toBeGreaterThan(0);
  expect(consoleErrors).toEqual([]);
  // The game's key reports for any class, so it must stay on the server.
  expect(sent.filter(({ headers }) => headers['authorization'] !== undefined)).toEqual([]);
});
