import type { BrowserContext, Page } from 'playwright-core';
import { type Language, languages } from '../../src/contracts/language.ts';
import { untilQuiet } from '../support/browser.ts';
import { beSignedIn, goToDashboard } from '../support/parent.ts';
import { messages, onBillingPage, onPaymentPage, pressOnDashboard, subscribe } from '../support/payment.ts';
import { type Cast, playScene, type Scene, scenes } from './scenes.ts';
import { demoUrl, portalUrl } from '../support/settings.ts';

/** The preferences of the visitor's system, and the widths of the pictures in CSS pixels. */
export type Look = {
  name: 'light' | 'dark' | 'forced colours' | 'print';
  widths: readonly number[];
  media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
};

const screens = [375, 768, 1440, 1920, 2560] as const;
/** An ultra-wide screen. The landscape of the front page's hero continues to both edges. */
const widest = 3440;
/** The width of A4 without margins, at 96 pixels per inch. */
const paperWidth = 794;

const light: Look = { name: 'light', widths: screens, media: { media: 'screen', forcedColors: 'none' } };
const forcedColours: Look = { name: 'forced colours', widths: screens, media: { forcedColors: 'active' } };
const print: Look = { name: 'print', widths: [paperWidth], media: { media: 'print', forcedColors: 'none' } };
const dark: Look = {
  name: 'dark',
  widths: screens,
  media: { media: 'screen', forcedColors: 'none', colorScheme: 'dark' },
};

/** A page in a state, and how to look at it. Looks follow each other in the same page, the dark one last. */
export type View = {
  name: string;
  language: Language;
  looks: readonly Look[];
  /** False for a banner or a dialog, which covers the window. */
  fullPage: boolean;
  open(context: BrowserContext, cast: Cast): Promise<Page>;
};

const viewOf = (scene: Scene, language: Language): View => ({
  name: scene.name,
  language,
  looks: [scene.name === 'home' ? { ...light, widths: [...screens, widest] } : light, forcedColours, print],
  fullPage: scene.consent !== null && !/deletion|classroom, loading/.test(scene.name),
  open: (context, cast) => playScene(context, scene, language, cast),
});

/** The demo partner's pages, which are English. Only its widgets have a dark scheme: the portal's own pages are light. */
const partnerViews: View[] = [
  ...['signup', 'signin', 'teacher-signup'].flatMap((widget) =>
    ['inline', 'frame', 'listener'].map((way) => ({
      path: `?way=${way}&widget=${widget}`,
      isDark: way !== 'listener',
    })),
  ),
  { path: 'stores.html', isDark: true },
  { path: 'class.html', isDark: false },
].map(({ path, isDark }) => ({
  name: `partner, ${path}`,
  language: 'en',
  looks: isDark ? [light, forcedColours, print, dark] : [light, forcedColours, print],
  fullPage: true,
  open: async (context) => {
    const page = await context.newPage();
    await page.goto(`${demoUrl}/${path}`);
    await untilQuiet(page);
    return page;
  },
}));

/** The pages of the simulated payment provider and mail server, as a parent or a developer reaches them. */
const simulatedViews = (language: Language): View[] => {
  const { offer, manage } = messages[language].dashboard;
  const viewOfPage = (name: string, open: View['open']): View => ({
    name,
    language,
    looks: [light, forcedColours, print],
    fullPage: true,
    open,
  });
  return [
    viewOfPage('simulator, payment', async (context) => {
      await beSignedIn(context);
      const page = await context.newPage();
      await goToDashboard(page, `?lang=${language}`);
      await pressOnDashboard(page, offer.first);
      await onPaymentPage(page);
      return page;
    }),
    viewOfPage('simulator, billing', async (context) => {
      await beSignedIn(context);
      const page = await context.newPage();
      await subscribe(page, language);
      await goToDashboard(page, `?lang=${language}`);
      await pressOnDashboard(page, manage.button);
      await onBillingPage(page);
      return page;
    }),
    viewOfPage('mailbox', async (context) => {
      const page = await context.newPage();
      await page.goto(`${portalUrl}/dev/mail`);
      return page;
    }),
    viewOfPage('mailbox, a mail', async (context, { mailed, teacher }) => {
      const page = await context.newPage();
      await page.goto(`${portalUrl}/dev/mail?to=${encodeURIComponent(mailed.get(language) ?? teacher.email)}`);
      await page.getByRole('main').getByRole('link', { name: /./ }).last().click();
      await untilQuiet(page);
      return page;
    }),
  ];
};

export const views: readonly View[] = [
  ...languages.flatMap((language) => [...scenes.map((scene) => viewOf(scene, language)), ...simulatedViews(language)]),
  ...partnerViews,
];

/** Gives the page a look. A widget is dark in a page that says so. */
export const take = async (page: Page, { name, media }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', ...media });
  if (name !== 'dark') return;
  await page.evaluate(() => {
    for (const widget of document.querySelectorAll('[origin]')) widget.setAttribute('theme', 'dark');
  });
};
