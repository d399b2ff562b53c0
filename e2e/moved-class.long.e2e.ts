import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { writeTownClasses } from '../emulators/town/classes.ts';
import { faultsOf } from './support/audit.ts';
import { linkTo, mailsTo, mailTo } from './support/mailbox.ts';
import { submit } from './support/parent.ts';
import { startPortal } from './support/portal.ts';
import { classroomUrl, field, play, schoolMessages, skills } from './support/school.ts';
import { page, portal, setUpPage } from './support/setup.ts';

setUpPage();

const { classroom: texts, 'teacher-sign-up': forms } = schoolMessages.en;
const [first] = skills;
if (first === undefined) throw new Error('The curriculum is empty');

it('shows the teacher of a class that moved in the progress of before, and what is played with the old codes', async () => {
  const email = 'teacher-1@school.example';
  const folder = mkdtempSync(join(tmpdir(), 'town-'));
  writeTownClasses(folder, 4);
  await portal.halt();
  const env = { PATH: process.env['PATH'], DATA_DIR: portal.dataFolder };
  const words = ['backend/admin/main.ts', 'move-in', 'classes', folder, '--mail'];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  expect(stdout).toMatch(/^moved in: 4\n/);
  const running = await startPortal({ settings: { DATA_DIR: portal.dataFolder } });
  onTestFinished(() => running.stop());

  // The old address of the class says what that of no class says.
  const address = '/schoolzone/teacher/classroom/';
  for (const id of ['1001', '9999']) {
    await page.goto(classroomUrl(id));
    await page.getByRole('alert').getByText(texts.problems.CLASSROOM_DOES_NOT_EXIST).waitFor();
  }
  await page.getByRole('link', { name: 'Email me my link' }).click();
  await field(page, 'email').fill(email);
  await submit(page).click();
  await page.getByRole('status').getByText(forms.forms.link.done).waitFor();
  const mailed = linkTo(await mailTo(email, /^The link to your/), address);

  const link = linkTo(await mailTo(email, /^The new address of your/), address);
  expect(mailed).toBe(link);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Class 1' }).waitFor();
  await page.getByText('40001').first().waitFor();
  const sentence = page.locator('.maths-week-sentence');
  await expect.poll(() => sentence.textContent()).toMatch(/, nobody finished a level\. Counted since /);
  const row = (code: string) =>
    page
      .locator('tbody tr')
      .filter({ hasText: `#${code} ` })
      .first();
  expect(await row('4').textContent()).toContain('78\u00A0/\u00A078');
  expect([
    await row('4').locator('.maths-day').textContent(),
    await row('5').locator('.maths-day').textContent(),
  ]).toEqual([texts.one.earlier, texts.table.never]);
  expect(await faultsOf(page)).toEqual([]);

  const classroom = { classroomCode: '40001', classroomID: '' };
  for (const code of ['4', '5']) await play(classroom, code, first);
  await page.getByRole('button', { name: texts.tools.refresh }).click();
  // The fourth student had finished this level before.
  await expect.poll(() => sentence.textContent()).toMatch(/, 1 of 12 students finished 1 level\. Counted since /);
  expect(await mailsTo(email)).toHaveLength(2);
});
