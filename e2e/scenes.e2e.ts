import { HtmlValidate, type RuleConfig } from 'html-validate';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, ofPagesOnly } from './support/audit.ts';
import { type Cast, castScenes, playScene, type Scene, scenesInBothLanguages } from './shots/scenes.ts';
import { browser, setUpPortal, setUpPage, page } from './support/setup.ts';
import { fillInTeacher, newTeacher } from './support/school.ts';
import { demoUrl } from './support/settings.ts';
import type { Language } from '../src/contracts/language.ts';
import { alert, fillIn, newParent, submit, untilReady } from './support/parent.ts';

describe('the scenes', () => {
  setUpPortal();

  /**
   * Lists texts that lie on a border: a label that wrapped over the edge of its button, or a word that is wider than its
   * box. Runs in the page.
   */
  const findTexts = (): string[] => {
    type Box = { left: number; right: number; top: number; bottom: number };
    /** Borders can be rounded to whole pixels, and letters are smaller than the box of their line. */
    const slack = 2;
    const texts: { element: Element; box: Box; text: string }[] = [];
    const edges: { element: Element; box: Box }[] = [];

    const parentOf = (node: Node): Element | null => {
      const parent = node.parentNode;
      return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
    };
    const shared = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const meet = (one: Box, other: Box): boolean =>
      one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom;
    /** The part of a box that its scroll containers do not clip. */
    const visiblePart = (element: Element | null, box: Box): Box => {
      if (element === null) return box;
      const clips = getComputedStyle(element).overflow !== 'visible';
      return visiblePart(parentOf(element), clips ? shared(box, element.getBoundingClientRect()) : box);
    };
    /** The dialog, banner or sticky head that contains an element. It covers the boxes below it. */
    const layerOf = (element: Element | null): Element | null =>
      element === null || element.localName === 'dialog' || /fixed|sticky/.test(getComputedStyle(element).position)
        ? element
        : layerOf(parentOf(element));
    /** Whether a computed color has no opacity: `rgba(0, 0, 0, 0)`, `color(srgb 0 0 0 / 0)`. */
    const isTransparent = (color: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);

    const addEdges = (element: Element): void => {
      const style = getComputedStyle(element);
      const rect = element.getBoundingClientRect();
      for (const side of ['top', 'right', 'bottom', 'left'] as const) {
        const width = parseFloat(style.getPropertyValue(`border-${side}-width`));
        if (width === 0 || isTransparent(style.getPropertyValue(`border-${side}-color`))) continue;
        const box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
        if (side === 'top') box.bottom = box.top + width;
        if (side === 'bottom') box.top = box.bottom - width;
        if (side === 'left') box.right = box.left + width;
        if (side === 'right') box.left = box.right - width;
        edges.push({ element, box });
      }
      if (isTransparent(style.backgroundColor) || rect.width === 0) return;
      // A background ends at an edge too.
      const { left, right, top, bottom } = rect;
      edges.push(
        { element, box: { left, right: left, top, bottom } },
        { element, box: { left: right, right, top, bottom } },
        { element, box: { left, right, top, bottom: top } },
        { element, box: { left, right, top: bottom, bottom } },
      );
    };

    const walk = (node: Node): void => {
      if (node instanceof Element) {
        if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
          if (getComputedStyle(node).display !== 'contents') return;
        } else addEdges(node);
        if (node.shadowRoot) node.shadowRoot.childNodes.forEach(walk);
      }
      const element = parentOf(node);
      if (node instanceof Text && element !== null && node.data.trim() !== '') {
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          const letters = {
            left: rect.left,
            right: rect.right,
            top: rect.top + rect.height / 4,
            bottom: rect.bottom - rect.height / 4,
          };
          texts.push({ element, box: visiblePart(element, letters), text: node.data.trim() });
        }
      }
      if (!(node instanceof Element && node.shadowRoot)) node.childNodes.forEach(walk);
      else
        [...node.childNodes].filter((child) => child instanceof Element && child.assignedSlot !== null).forEach(walk);
    };
    walk(document.body);

    const topmostAt = (x: number, y: number, root: Document | ShadowRoot = document): Element | null => {
      const found = root.elementFromPoint(x, y);
      return found?.shadowRoot && found.shadowRoot !== root ? (topmostAt(x, y, found.shadowRoot) ?? found) : found;
    };
    // A class has thousands of texts and edges, so each pair is compared by numbers first.
    const visibleEdges = edges.map((edge) => ({ ...edge, visible: visiblePart(parentOf(edge.element), edge.box) }));
    const faults = texts.flatMap(({ element, box, text }) =>
      visibleEdges
        .filter(({ visible }) => meet(box, visible))
        .map((edge) => ({ ...edge, common: shared(box, edge.visible) }))
        .filter(({ common, box: { left, right } }) => {
          const isVertical = right - left <= 8;
          const inside = isVertical
            ? common.left > box.left + slack && common.right < box.right - slack && common.bottom - common.top > slack
            : common.top >= box.top && common.bottom <= box.bottom && common.right - common.left > slack;
          return inside && common.left <= common.right && common.top <= common.bottom;
        })
        .filter((edge) => layerOf(edge.element) === layerOf(element))
        // Something else covers the text here, for example a sticky column.
        .filter(({ common }) => {
          const topmost = topmostAt((common.left + common.right) / 2, (common.top + common.bottom) / 2);
          return topmost === element || (topmost !== null && (element.contains(topmost) || topmost.contains(element)));
        })
        .map(
          (edge) =>
            `"${text.slice(0, 40)}" on the edge of ${edge.element.localName}.${edge.element.getAttribute('class') ?? ''}`,
        ),
    );
    return [...new Set(faults)];
  };

  const textsOnBorders = async (page: Page): Promise<string[]> => page.evaluate(findTexts);

  /** The rules of the HTML standard and of good markup, without rules about style. */
  const rules: RuleConfig = {
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    // Ids of React begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // A fieldset that only disables its content names no group.
    'wcag/h71': 'off',
    // html-validate 11.18 does not allow `autocapitalize` on every element.
    'input-attributes': 'off',
  };
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules });

  /** Returns the errors of a document, or of a part of one. */
  const markupFaults = async (html: string): Promise<string[]> => {
    const { results } = await validator.validateString(html);
    return results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
  };

  /** Returns the document and the content of each shadow root as text. Runs in the page. */
  const partsOf = (): string[] => {
    const roots: ShadowRoot[] = [];
    const search = (within: ParentNode): void => {
      for (const { shadowRoot } of within.querySelectorAll('*')) {
        if (shadowRoot === null) continue;
        roots.push(shadowRoot);
        search(shadowRoot);
      }
    };
    search(document);
    return [`<!DOCTYPE html>${document.documentElement.outerHTML}`, ...roots.map(({ innerHTML }) => innerHTML)];
  };

  /** Returns the markup errors of the current page and of its tags. Ids are unique per root, so each root is checked alone. */
  const standingFaults = async (page: Page): Promise<string[]> =>
    (await Promise.all((await page.evaluate(partsOf)).map(markupFaults))).flat();

  let cast: Cast;
  beforeAll(async () => {
    cast = await castScenes();
  });

  /** The longer language is read on a phone, the other on a desktop, also with the dark scheme. */
  const sights = {
    en: [
      { width: 1440, colorScheme: 'light' },
      { width: 1440, colorScheme: 'dark' },
    ],
    fr: [{ width: 375, colorScheme: 'light' }],
  } as const;

  /** Our own pages stay light; in its other states, a page has the colours that its first scene was audited with. */
  const sightsOf = ({ name, route }: Scene, language: Language) =>
    sights[language].filter(
      ({ colorScheme }) => colorScheme === 'light' || name === route || route.startsWith('widget'),
    );

  const faultsInSights = async (page: Page, scene: Scene, language: Language): Promise<string[]> => {
    const faults: string[] = [];
    for (const { width, colorScheme } of sightsOf(scene, language)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction((inner) => innerWidth === inner, width);
      faults.push(...(await faultsOf(page)).map((fault) => `axe, ${width} px, ${colorScheme}: ${fault}`));
    }
    return faults;
  };

  /** The narrowest window that WCAG 2.2 asks for (1.4.10). The whole page is in sight, because only then it can be measured. */
  const faultsInNarrowWindow = async (page: Page): Promise<string[]> => {
    const width = 320;
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((inner) => innerWidth === inner, width);
    const needed = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      height: document.documentElement.scrollHeight,
    }));
    await page.setViewportSize({ width, height: needed.height });
    const overflow = needed.width > width ? [`the page is ${needed.width} px wide in a window of ${width} px`] : [];
    return [...overflow, ...(await textsOnBorders(page))];
  };

  // Each test has a separate browser and mostly waits.
  describe.concurrent('axe and the HTML validator report no error, and no text lies on a border', () => {
    it.each(scenesInBothLanguages)('$scene.name, $language', async ({ scene, language }) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      try {
        const page = await playScene(context, scene, language, cast);
        const served = await fetch(page.url(), { headers: { 'accept-language': language } });
        const faults = [
          ...(await markupFaults(await served.text())),
          ...(await standingFaults(page)),
          ...(await faultsInSights(page, scene, language)).filter(
            (fault) => !scene.route.startsWith('widget') || !ofPagesOnly.test(fault),
          ),
          // French is the longer language.
          ...(language === 'fr' ? await faultsInNarrowWindow(page) : []),
        ];
        expect(faults).toEqual([]);
      } finally {
        await context.close();
      }
    });
  });
});

describe('the emulators and the demo', () => {
  // Motion is reduced, because axe would measure the contrast of a colour during its transition.
  setUpPage({ visitor: { reducedMotion: 'reduce' } });

  const go = async (path: string): Promise<void> => {
    await page.goto(path);
    await page.locator('h1, form').first().waitFor();
    await untilReady(page);
  };

  /** Checks the current page on a phone and on a desktop. The scenes have the other states. */
  const expectNoFaults = async (state: string, widths = [375, 1440]): Promise<void> => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await faultsOf(page), `${state}, ${width} px`).toEqual([]);
    }
  };

  describe('axe reports no violation', () => {
    it.each(['index', 'stores', 'class'])('finds no axe violation on the demo partner’s %s page', async (name) => {
      await go(`${demoUrl}/${name}.html`);
      await expectNoFaults(name);
    });

    it.each(['inline', 'frame', 'listener'])(
      'finds no axe violation on the demo partner’s %s page, frame and log included',
      async (name) => {
        for (const widget of ['signin', 'teacher-signup', 'signup']) {
          // The form in the frame is the last part to load.
          await page.goto(`${demoUrl}/?way=${name}&lang=fr&widget=${widget}`);
          const form =
            name === 'inline'
              ? page.locator('main :is(maths-sign-in, maths-sign-up, maths-teacher-sign-up)')
              : page.frameLocator('iframe');
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
});
