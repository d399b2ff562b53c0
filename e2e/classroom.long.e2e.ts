import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../src/contracts/language.ts';
import { classroomPath } from '../src/contracts/routes.ts';
import { day } from '../src/lib/time.ts';
import { type ClassroomIds, classroomDetailedPath } from '../src/contracts/calls/school-zone.ts';
import { faultsOf } from './support/audit.ts';
import { requestsOf, untilQuiet } from './support/browser.ts';
import {
  classroomUrl,
  openClassroom,
  play,
  skills,
  studentsOf,
  newTeacher,
  schoolMessages,
  type Teacher,
} from './support/school.ts';
import { linkTo, mailsTo, mailTo } from './support/mailbox.ts';
import { alert, email, submit } from './support/parent.ts';
import { portalUrl } from './support/settings.ts';
import { browser, context, page, portal, setUpPage } from './support/setup.ts';

setUpPage({ visitor: { permissions: ['clipboard-read', 'clipboard-write'] } });

const messages = schoolMessages.en.classroom;
const [skill] = skills;
if (skill === undefined) throw new Error('The curriculum is empty');

/** The package with the longest name in French. */
const longestPackage = 'properties_of_multiplication';

let teacher: Teacher;
let classroom: ClassroomIds;
let students: string[];

/** Creates a class of 35 students. The last one in the list has the most progress. */
beforeEach(async () => {
  teacher = newTeacher(35);
  classroom = await openClassroom(teacher);
  students = await studentsOf(classroom);
  await play(classroom, students.at(-1) ?? '', skill);
});

const rowOf = (student = ''): Locator => page.getByRole('rowheader', { name: `#${student}` });
const button = (name: string): Locator => page.getByRole('button', { name });
const { tools, names } = messages;

describe('the page of a class', () => {
  it('sends no request to another origin', async () => {
    const { classroomID, classroomCode } = classroom;
    await context.addCookies([{ name: 'CookieConsent', value: 'true', url: portalUrl }]);
    const sent = requestsOf(context);
    const response = await page.goto(classroomUrl(classroomID));
    await rowOf(students[0]).waitFor();
    await Promise.all([page.waitForResponse('**/detailed*'), button(tools.refresh).click()]);
    await Promise.all([page.waitForEvent('download'), button(tools.csv).click()]);
    await untilQuiet(page);

    expect(response?.headers()).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    for (const secret of [classroomID, classroomCode, teacher.email]) expect(await page.title()).not.toContain(secret);

    const remote = sent.filter(({ url }) => !url.startsWith('blob:'));
    expect(remote.filter(({ url }) => new URL(url).origin !== portalUrl)).toEqual([]);
    // The page's own address and the one call that reads the class: no event, no Referer.
    const carriers = remote.filter((one) => JSON.stringify(one).includes(classroomID));
    expect(new Set(carriers.map(({ url }) => new URL(url).pathname))).toEqual(
      new Set([classroomPath(classroomID), classroomDetailedPath(classroomID)]),
    );
    expect(carriers.filter(({ headers }) => JSON.stringify(headers).includes(classroomID))).toEqual([]);
  });

  it('keeps the names of students in the browser, and sends them nowhere', async () => {
    const fieldOf = (student = ''): Locator => page.getByLabel(`#${student}`, { exact: true });
    const sent = requestsOf(context);
    await page.goto(classroomUrl(classroom.classroomID));
    await button(tools.names).click();
    await fieldOf(students[0]).pressSequentially('Ada Lovelace');
    await rowOf(`${students[0]} Ada Lovelace`).waitFor();
    // A numbered list from a spreadsheet, pasted by the keyboard.
    await page.evaluate(() => navigator.clipboard.writeText('1\tEmmy Noether\n2\tSofia Kovalevskaya'));
    await fieldOf(students[1]).press('ControlOrMeta+V');
    const preview = page.getByRole('dialog', { name: names.right });
    await preview.getByText(`${names.lastOf} Sofia Kovalevskaya #${students[2]}`).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await preview.getByRole('button', { name: names.fill }).click();
    await rowOf(`${students[2]} Sofia Kovalevskaya`).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await Promise.all([page.waitForResponse('**/detailed*'), button(tools.refresh).click()]);
    const [csv] = await Promise.all([page.waitForEvent('download'), button(tools.csv).click()]);
    expect(readFileSync(await csv.path(), 'utf8')).toContain(`"#${students[1]}","Emmy Noether"`);
    await page.reload();
    await rowOf(`${students[1]} Emmy Noether`).waitFor();

    const other = await browser.newContext();
    try {
      const computer = await other.newPage();
      const sentThere = requestsOf(other);
      await computer.goto(classroomUrl(classroom.classroomID));
      await computer.getByRole('button', { name: tools.names }).click();
      await computer
        .getByLabel(names.open)
        .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: readFileSync(await csv.path()) });
      await computer.getByRole('button', { name: names.fill }).click();
      await computer.getByRole('rowheader', { name: `#${students[0]} Ada Lovelace` }).waitFor();
      sent.push(...sentThere);
    } finally {
      await other.close();
    }

    await button(tools.names).click();
    await button(names.remove).click();
    await page.reload();
    await rowOf(students[1]).waitFor();
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('studentNames'))),
    ).toEqual([]);
    expect(JSON.stringify(sent.filter(({ url }) => !url.startsWith('blob:')))).not.toMatch(
      /Lovelace|Noether|Kovalevskaya/,
    );
    expect(portal.output()).not.toMatch(/Lovelace|Noether|Kovalevskaya/);
  });

  it.each(languages)(
    'begins with the table on a phone, and shows short dates after the concepts, in %s',
    async (language) => {
      const width = 375;
      await page.setViewportSize({ width, height: 800 });
      await page.goto(classroomUrl(classroom.classroomID, language));
      const row = page.getByRole('row').filter({ has: rowOf(students.at(-1)) });
      const lastDay = row.locator('td').last();
      await lastDay.waitFor();
      // Above it are the name of the class, its code, what happened this week and the tools in one row.
      expect((await rowOf(students[0]).boundingBox())?.y).toBeLessThan(320);
      const [text, title] = [await lastDay.innerText(), (await lastDay.getAttribute('title')) ?? ''];
      // Without the year, with which the title continues.
      expect(title).toMatch(/\d{4}$/);
      expect(text).not.toMatch(/\d{4}/);
      expect(title.startsWith(text)).toBe(true);
      const head = page.getByRole('columnheader').last();
      expect(await head.innerText()).toBe(schoolMessages[language].classroom.table.lastPlayed);
      expect((await head.boundingBox())?.width).toBeLessThan(width / 4);
    },
  );

  it.each(languages)('breaks no word in the name of a concept or a student on a phone, in %s', async (language) => {
    const [student = ''] = students;
    const packages = [...new Set(skills.map((one) => one.package))];
    const firsts = packages.flatMap((id) => skills.find((one) => one.package === id) ?? []);
    await Promise.all(firsts.map((one) => play(classroom, student, one)));
    const kept = { names: { [student]: 'Marie-Hélène ROCHEFOUCAULD' }, keepUntil: Date.now() + day };
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      `studentNames:${classroom.classroomCode}`,
      JSON.stringify(kept),
    ] as const);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(classroomUrl(classroom.classroomID, language));
    await rowOf(students[0]).first().waitFor();
    const panels = page.locator('.maths-package-button[aria-expanded=false]');
    while ((await panels.count()) > 0) await panels.first().click();
    const heads = page.locator('.maths-sort > span, .maths-open > bdi');
    expect(await heads.count()).toBeGreaterThan(skills.length);
    const broken = await heads.evaluateAll((all) =>
      all.flatMap((head) => {
        const { firstChild: text } = head;
        if (!(text instanceof Text)) return [];
        return [...text.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      }),
    );
    expect(broken).toEqual([]);
  });

  it.each(languages)(
    'shows whole rows in every width: the page scrolls, the head stays, and each reason has one line, in %s',
    async (language) => {
      const reasons = [
        { reason: 'behind', package: longestPackage },
        { reason: 'absent', package: longestPackage },
        { reason: 'absent', package: null },
      ];
      const help = reasons.map((reason, place) => ({ studentCode: students[place], ...reason }));
      await page.route('**/detailed*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), help } });
      });
      await page.goto(classroomUrl(classroom.classroomID, language));
      await rowOf(students[0]).waitFor();
      const box = page.locator('.maths-table-box');
      for (const width of [375, 768, 1024, 1366]) {
        await page.setViewportSize({ width, height: 768 });
        const hidden = await box.evaluate((table) => [
          table.scrollWidth - table.clientWidth,
          table.scrollHeight - table.clientHeight,
        ]);
        expect(width === 375 ? hidden.slice(1) : hidden, `${width} px`).toEqual(width === 375 ? [0] : [0, 0]);
        const heights = await box.getByRole('row').evaluateAll((rows) => rows.slice(1).map((row) => row.clientHeight));
        expect(new Set(heights.slice(0, 3)).size, `${width} px: ${heights.slice(0, 3)}`).toBe(1);
        expect(heights[0]).toBeLessThan(50);
        await rowOf(students.at(-1)).scrollIntoViewIfNeeded();
        expect((await page.getByRole('columnheader').first().boundingBox())?.y, `${width} px`).toBe(0);
      }
    },
  );

  it('offers to mail the link of a missing class, which opens it, and prints why', async () => {
    const teacher = newTeacher();
    await openClassroom(teacher);
    await page.goto(classroomUrl('A'.repeat(22)));
    await alert(page).getByText(messages.problems.CLASSROOM_DOES_NOT_EXIST).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await alert(page).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Email me my link' }).click();
    await email(page).fill(teacher.email);
    await submit(page).click();
    await page.getByText('If this address has a classroom').waitFor();
    await expect.poll(async () => (await mailsTo(teacher.email)).length).toBe(2);
    await page.goto(linkTo(await mailTo(teacher.email, /^The link to your/), '/schoolzone/teacher/classroom/'));
    await page.getByRole('heading', { level: 1, name: teacher.name }).waitFor();
  });
});
