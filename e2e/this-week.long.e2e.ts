import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { letTimePass } from './support/portal.ts';
import { classroomUrl, newTeacher, openClassroom, play, schoolMessages, skills, studentsOf } from './support/school.ts';
import { page, portal, setUpPage } from './support/setup.ts';

setUpPage();

const { tools, one, week } = schoolMessages.en.classroom;
const [first, second] = skills;
if (first === undefined || second === undefined) throw new Error('The curriculum is empty');

const sentence = (): Locator => page.locator('.maths-week-sentence');
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });

it('shows a teacher who completed what in three weeks, opens a student by keyboard, and prints one page of it', async () => {
  const classroom = await openClassroom(newTeacher(3));
  const [ada = '', ben = '', cleo = ''] = await studentsOf(classroom);
  const url = classroomUrl(classroom.classroomID);
  await play(classroom, ada, first, 1);
  await play(classroom, ada, first, 2);
  await page.goto(url);
  await expect.poll(() => sentence().textContent()).toMatch(/, 1 of 3 students finished 2 levels\. Counted since /);

  let running = await letTimePass(portal, '7 days');
  onTestFinished(() => running.stop());
  await play(classroom, ada, first, 3);
  // A repetition is not a new level.
  await play(classroom, ada, first, 1);
  await play(classroom, ben, second, 1);
  await page.reload();
  await expect
    .poll(() => sentence().textContent())
    .toMatch(/, 2 of 3 students finished 2 levels\. In the seven days before: 2 levels\. Counted since /);

  running = await letTimePass({ ...running, dataFolder: portal.dataFolder }, '7 days');
  await page.reload();
  await expect
    .poll(() => sentence().textContent())
    .toMatch(/, nobody finished a level\. In the seven days before: 2 levels\.$/);
  await play(classroom, ben, second, 2);
  await page.goto(classroomUrl(classroom.classroomID, 'fr'));
  await expect
    .poll(async () => (await sentence().textContent())?.replaceAll('\u00A0', ' '))
    .toBe('Ces sept derniers jours, 1 élève sur 3 a terminé 1 niveau. Les sept jours précédents : 2 niveaux.');
  await page.goto(url);

  // What was completed this week is the first number after the code, also on a phone.
  const rows = page.locator('tbody tr').filter({ hasText: '#' });
  const order = page.getByRole('columnheader').getByRole('button', { name: week.column }).first();
  await order.click();
  await order.click();
  await expect.poll(() => rows.first().getByRole('cell').first().textContent()).toBe('1');
  await button(tools.idle).click();
  expect(await rows.allTextContents()).toEqual([expect.stringContaining(ada), expect.stringContaining(cleo)]);

  const [csv] = await Promise.all([page.waitForEvent('download'), button(tools.csv).click()]);
  expect(readFileSync(await csv.path(), 'utf8').split('\r\n')[1]).toMatch(
    new RegExp(`^"#${ada}","[\\d-]+","–","0","1","0","1","3",`),
  );

  await button(`#${ada}`).focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: `#${ada}` });
  await heading.waitFor();
  expect(await heading.evaluate((element) => element.matches(':focus'))).toBe(true);
  expect(await page.locator('.maths-one dd').allTextContents()).toEqual([
    '–',
    expect.stringMatching(/^1 level .+ \(1\)$/),
    '2 levels',
    expect.any(String),
  ]);
  expect(await faultsOf(page)).toEqual([]);
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ preferCSSPageSize: true, format });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  }
  await button(one.back).press('Enter');
  expect(await button(`#${ada}`).evaluate((element) => element.matches(':focus'))).toBe(true);
});
