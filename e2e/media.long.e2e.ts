import { chromium, type Locator } from 'playwright-core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { browserArguments, ensureBrowser } from '../scripts/test-tools/requirements.ts';
import { classroomPath, routes } from '../src/contracts/routes.ts';
import { languages } from '../src/contracts/language.ts';
import { day } from '../src/lib/time.ts';
import { classroomUrl, openClassroom, play, skills, studentsOf, newTeacher } from './support/school.ts';
import { beSignedIn, goToDashboard } from './support/parent.ts';
import { untilQuiet } from './support/browser.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { context, page, setUpPage } from './support/setup.ts';

setUpPage();

describe('a page', () => {
  /** Lists the elements whose border forced colours do not show. They remove backgrounds and shadows. */
  const withoutBorder = (controls: Locator): Promise<string[]> =>
    controls.filter({ visible: true }).evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { borderBottomWidth, borderBottomStyle, borderBottomColor, backgroundColor } =
            getComputedStyle(element);
          const isDrawn = parseFloat(borderBottomWidth) >= 1 && borderBottomStyle !== 'none';
          return !isDrawn || borderBottomColor === backgroundColor || /^rgba\(.*, 0\)$/.test(borderBottomColor);
        })
        .map(({ className, textContent }) => `${String(className)}: ${textContent}`),
    );
  const buttons = () => page.locator('.maths-button');

  describe('in forced colours', () => {
    beforeEach(() => page.emulateMedia({ forcedColors: 'active' }));

    it('shows the border of each button, on the pages and in a dialog', async () => {
      for (const path of ['/', '/signup', '/schoolzone/teacher/signup']) {
        await page.goto(`${portalUrl}${path}?lang=en`);
        await buttons().last().waitFor();
        expect(await withoutBorder(buttons()), path).toEqual([]);
      }
      await beSignedIn(context);
      await goToDashboard(page, '?lang=en');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      expect(await withoutBorder(buttons())).toEqual([]);
    });
  });

  describe('on paper', () => {
    it('prints every section of the front page with legible buttons, and of the teachers’ page only the guide', async () => {
      await page.emulateMedia({ media: 'print' });
      const sections = page.locator('main section');
      await page.goto(`${portalUrl}/?lang=en`);
      const onScreen = await sections.count();
      expect(onScreen).toBeGreaterThan(5);
      expect(await sections.filter({ visible: true }).count()).toBe(onScreen);
      // A printer may print backgrounds, on which the text of a printed button would be dark.
      const backgrounds = () =>
        page
          .locator('main .maths-button')
          .evaluateAll((all) => [...new Set(all.map((button) => getComputedStyle(button).backgroundColor))]);
      // A style sheet that arrives later changes the colour in a transition, which a printer does not have.
      await expect.poll(backgrounds).toEqual(['rgba(0, 0, 0, 0)']);
      await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
      const headings = page.locator('main :is(h1, h2, h3)').filter({ visible: true });
      // A page with a form loads the whole style sheet after its form.
      await expect.poll(() => headings.allTextContents()).toEqual(['A first lesson in 40 minutes']);
    });

    it('prints a dark form in a partner’s frame in light colours, without a dark box around it', async () => {
      await page.goto(`${demoUrl}/?way=frame&widget=signin`);
      await page.locator('maths-embed').evaluate((tag) => tag.setAttribute('theme', 'dark'));
      const frame = page.frameLocator('iframe');
      await frame.locator('[theme="dark"] .maths').waitFor();
      const boxes = [page.locator('iframe'), frame.locator('.widget'), frame.locator('.maths')];
      const schemes = () =>
        Promise.all(boxes.map((box) => box.evaluate((element) => getComputedStyle(element).colorScheme)));
      expect(await schemes()).toEqual(['dark', 'dark', 'dark']);
      await page.emulateMedia({ media: 'print' });
      expect(await schemes()).toEqual(['light', 'light', 'light']);
    });

    /** Returns the number of pages on A4 and on Letter. */
    const printedPages = async (): Promise<number[]> => {
      const counts: number[] = [];
      for (const format of ['A4', 'Letter']) {
        const pdf = await page.pdf({ preferCSSPageSize: true, format });
        counts.push(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0);
      }
      return counts;
    };

    /** Keeps a name for each student in the browser, as the panel does. */
    const keepNames = (classroomCode: string, names: Record<string, string>) =>
      context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        `studentNames:${classroomCode}`,
        JSON.stringify({ names, keepUntil: Date.now() + day }),
      ] as const);

    /**
     * Returns what of the cards is cut, a name that breaks in a word, and a code smaller than 18 pt. Runs in the page.
     */
    const faultsOfCards = (cards: Element[]): string[] =>
      cards.flatMap((card) => {
        const name = card.querySelector('p')?.textContent ?? '';
        const edge = card.getBoundingClientRect();
        const broken = [...card.querySelectorAll('p span')].filter(
          (word) => word.getClientRects().length > word.textContent.split('-').length,
        );
        const isCut = [...card.querySelectorAll('p span, li, b')].some((part) => {
          const { right, bottom } = part.getBoundingClientRect();
          return right > edge.right || bottom > edge.bottom;
        });
        const code = parseFloat(getComputedStyle(card.querySelector('.maths-card-code') ?? card).fontSize) * 0.75;
        return [
          ...(isCut ? [`${name} is cut`] : []),
          ...broken.map((word) => `${word.textContent} is broken`),
          ...(code < 18 ? [`a code of ${code} pt`] : []),
        ];
      });

    it.each(
      languages.flatMap((language) => [
        { language, count: 8, size: [4, 2] },
        { language, count: 35, size: [7, 5] },
      ]),
    )('fills a page with the cards of $count named students, in $language', async ({ language, count, size }) => {
      const classroom = await openClassroom(newTeacher(count));
      const students = await studentsOf(classroom);
      const some = ['Marie-Hélène ROCHEFOUCAULD', 'Marie-Antoinette Wolfeschlegelsteinhause', 'Nguyễn Thị Minh Khai'];
      await keepNames(
        classroom.classroomCode,
        Object.fromEntries(students.map((student, at) => [student, some[at % some.length] ?? ''])),
      );
      await page.goto(classroomUrl(classroom.classroomID, language));
      const cards = page.locator('.maths-cards > li');
      await cards.filter({ hasText: 'ROCHEFOUCAULD' }).first().waitFor();
      expect(await printedPages()).toEqual([1, 1]);
      // The smaller page of each direction, without its margins: 190 mm of A4 by 259.4 mm of Letter.
      await page.setViewportSize({ width: 980, height: 718 });
      await page.emulateMedia({ media: 'print' });
      expect(await cards.evaluateAll(faultsOfCards)).toEqual([]);
      const box = await page.locator('.maths-cards').boundingBox();
      const card = await cards.first().boundingBox();
      expect([980 / (card?.width ?? 1), 718 / (card?.height ?? 1)].map(Math.round)).toEqual(size);
      expect(box?.height).toBeGreaterThan(700);
    });

    it('prints the overview and each started package of a full class on one landscape page each', async () => {
      const classroom = await openClassroom(newTeacher(35));
      const students = await studentsOf(classroom);
      const packages = [...new Set(skills.map((skill) => skill.package))].slice(0, 3);
      for (const [place, started] of packages.entries()) {
        const skill = skills.find((one) => one.package === started);
        if (skill) await play(classroom, students[place] ?? '', skill);
      }
      // The other half of the class may need help, and the page says why.
      const half = students.slice(0, 18);
      const [skill] = skills;
      for (const student of students) {
        const levels = half.includes(student) ? 7 : 1;
        for (let level = 1; skill && level <= levels; level += 1) await play(classroom, student, skill, level);
      }
      const longName = 'Marie-Antoinette Wolfeschlegelsteinhausen';
      const names = students.map((student) => [student, half.includes(student) ? longName : 'Nguyễn Thị Minh Khai']);
      await keepNames(classroom.classroomCode, Object.fromEntries(names));
      await page.goto(classroomUrl(classroom.classroomID, 'fr'));
      await page.getByRole('rowheader', { name: longName }).first().waitFor();
      await expect.poll(() => page.locator('.maths-reason').count()).toBe(17);
      expect(await printedPages()).toEqual([packages.length + 1, packages.length + 1]);
    });
  });

  /**
   * Sets the text spacing that a page must bear (https://www.w3.org/TR/WCAG22/#text-spacing). Returns the texts that
   * overlap or are cut, and the width of a page that is wider than the window. Runs in the page.
   */
  const faultsOfSpacing = (): string[] => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    );
    const elementsIn = (root: Document | ShadowRoot): Element[] => {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      return [...root.querySelectorAll('*')].flatMap((element) =>
        element.shadowRoot === null ? [element] : [element, ...elementsIn(element.shadowRoot)],
      );
    };
    const hidden =
      'script, style, noscript, template, option, .consent-card *, .skip, .maths-sr-only, .maths-sr-only *';
    const texts = elementsIn(document).flatMap((element) => {
      const own = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isShown && !element.matches(hidden) ? own.map((text) => ({ element, text })) : [];
    });
    const boxes = texts.map(({ element, text }) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return { element, words: (text.textContent ?? '').trim().slice(0, 30), rects: [...range.getClientRects()] };
    });
    const overlap = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5;
    const overlapping = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => one.rects.some((rect) => other.rects.some((its) => overlap(rect, its))))
        .map((other) => `${one.words} | ${other.words}`),
    );
    const cut = boxes.filter(({ element }) => {
      const { overflowX, display } = getComputedStyle(element);
      return display !== 'inline' && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    });
    const { scrollWidth } = document.documentElement;
    return [
      ...overlapping,
      ...cut.map(({ words }) => `cut: ${words}`),
      ...(scrollWidth > innerWidth ? [`${scrollWidth} px`] : []),
    ];
  };

  it('cuts and overlaps nothing with the text spacing of WCAG at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const { path } of Object.values(routes).filter((route) => !/:|dashboard|widgets/.test(route.path))) {
      await page.goto(`${portalUrl}${path}?lang=fr`);
      await untilQuiet(page);
      expect(await page.evaluate(faultsOfSpacing), path).toEqual([]);
    }
  });

  it('fits a phone when the reader chose letters of twice the size', async () => {
    const args = [...browserArguments, '--blink-settings=defaultFontSize=32'];
    const reader = await chromium.launch({ executablePath: ensureBrowser(), args });
    onTestFinished(() => reader.close());
    const wide: string[] = [];
    const phone = await reader.newPage({ viewport: { width: 375, height: 800 } });
    const classroom = await openClassroom(newTeacher(12));
    const [student = ''] = await studentsOf(classroom);
    for (const skill of skills) await play(classroom, student, skill);
    const { classroomID: begins } = await openClassroom(newTeacher(2));
    const paths = Object.values(routes).map(({ path }) => path.replace(/:.*/, classroom.classroomID));
    for (const path of [...paths, classroomPath(begins)]) {
      for (const language of languages) {
        await phone.goto(`${portalUrl}${path}?lang=${language}&origin=demo`);
        await untilQuiet(phone);
        const width = await phone.evaluate(() => document.documentElement.scrollWidth);
        if (width > 375) wide.push(`${path} ${language}: ${width} px`);
        // Their neighbours hide what is wider.
        const boxes = phone.locator('.maths-cards > li, .maths-pair .maths-field');
        const cut = await boxes.evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth).length);
        if (cut > 0) wide.push(`${path} ${language}: ${cut} boxes`);
      }
    }
    expect(wide).toEqual([]);
    await beSignedIn(phone.context());
    for (const language of languages) {
      await goToDashboard(phone, `?lang=${language}`);
      const { scrollWidth, clientWidth } = await phone
        .locator('.maths-plan')
        .evaluate(({ scrollWidth: text, clientWidth: box }) => ({ scrollWidth: text, clientWidth: box }));
      expect(scrollWidth, language).toBe(clientWidth);
    }
  }, 120_000);

  it.each(languages)(
    'shows both answers about cookies, and content, zoomed four times on a desktop, in %s',
    async (language) => {
      await page.setViewportSize({ width: 320, height: 256 });
      await page.goto(`${portalUrl}/?lang=${language}`);
      const card = page.locator('.consent-card');
      await card.waitFor();
      const { bottom, position } = await card.evaluate((box) => ({
        bottom: box.getBoundingClientRect().bottom,
        position: getComputedStyle(box).position,
      }));
      expect(position).toBe('static');
      // The content begins below it.
      expect(bottom).toBeLessThan(256);
      for (const answer of await card.getByRole('button').all()) {
        const box = await answer.boundingBox();
        expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(bottom);
      }
    },
  );
});
