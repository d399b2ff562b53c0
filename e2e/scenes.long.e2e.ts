import { HtmlValidate, type RuleConfig } from 'html-validate';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { type Cast, castScenes, playScene, type Scene, scenesInBothLanguages } from './shots/scenes.ts';
import { browser, setUpPortal, setUpPage, page } from './support/setup.ts';
import { fillInTeacher, newTeacher } from './support/school.ts';
import { demoUrl } from './support/settings.ts';
import type { Language } from '../src/contracts/language.ts';
import { alert, submit, untilReady } from './support/parent.ts';

/** Rules for a page but not for a frame. */
const ofPagesOnly = /\b(landmark-one-main|page-has-heading-one|region): /;

describe('the scenes', () => {
  setUpPortal();

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

  /**
   * Returns the markup errors of the current page and of its tags. Ids are unique per root, so each root is checked
   * alone.
   */
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

  /**
   * The narrowest window that WCAG 2.2 asks for (1.4.10). e2e/media.long.e2e.ts finds texts that overlap or are cut in
   * it.
   */
  const faultsInNarrowWindow = async (page: Page): Promise<string[]> => {
    const width = 320;
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((inner) => innerWidth === inner, width);
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    return needed > width ? [`the page is ${needed} px wide in a window of ${width} px`] : [];
  };

  // Each test has a separate browser and mostly waits.
  describe.concurrent('axe and the HTML validator report no error, and the page fits a narrow window', () => {
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

describe('the demo partner', () => {
  // Motion is reduced, because axe would measure the contrast of a colour during its transition.
  setUpPage({ visitor: { reducedMotion: 'reduce' } });

  /** Checks the current page, its frames included, on a phone and on a desktop. The scenes have the other states. */
  const expectNoFaults = async (): Promise<void> => {
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await faultsOf(page), `${page.url()}, ${width} px`).toEqual([]);
    }
  };

  it.each(['index', 'stores', 'class'])('finds no axe violation on the page %s', async (name) => {
    await page.goto(`${demoUrl}/${name}.html`);
    await page.locator('h1').first().waitFor();
    await untilReady(page);
    await expectNoFaults();
  });

  it.each([
    ['inline', 'light'],
    ['inline', 'dark'],
    ['frame', 'light'],
    ['listener', 'dark'],
  ] as const)('finds no axe violation in a form with a message: %s, %s', async (way, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const widget of ['signin', 'signup', 'teacher-signup']) {
      await page.goto(`${demoUrl}/?way=${way}&lang=fr&widget=${widget}`);
      if (way === 'inline') await page.locator('[name="theme"]').selectOption(colorScheme);
      const form = way === 'inline' ? page.locator('main') : page.frameLocator('iframe');
      // The page of a teacher has no button until it has something to send.
      if (widget === 'teacher-signup') await fillInTeacher(form, newTeacher(36));
      await submit(form).click();
      await alert(form).waitFor();
      await expectNoFaults();
    }
  });
});
