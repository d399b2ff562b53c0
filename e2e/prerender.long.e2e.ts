import { describe, expect, it } from 'vitest';
import { portalUrl } from './support/settings.ts';
import { beSignedIn, untilReady } from './support/parent.ts';
import { setUpPage, browser, context, page } from './support/setup.ts';
import { type RouteName, routes } from '../src/contracts/routes.ts';

describe('with scripts', () => {
  setUpPage();

  const home = 'Le jeu de maths que les enfants réclament';

  it('shows a first visit in the browser’s language, and stores a language only when the visitor chose it', async () => {
    const visitor = await browser.newContext({ locale: 'fr-CA' });
    const visit = await visitor.newPage();
    await visit.goto(portalUrl);
    await visit.getByRole('heading', { level: 1, name: home }).waitFor();
    await visitor.close();
    await page.goto(portalUrl);
    await untilReady(page);
    const kept = () => page.evaluate(() => [localStorage.getItem('lang'), document.cookie]);
    expect(await kept()).toEqual([null, '']);
    await page.getByRole('link', { name: 'FR, Français' }).click();
    await page.getByRole('heading', { name: home }).waitFor();
    expect(await kept()).toEqual(['fr', 'lang=fr']);
    const answer = await page.goto(`${portalUrl}/signin`);
    expect(await answer?.text()).toContain('<html lang="fr">');
  });

  describe('a redirect or a reload paints no other page', () => {
    /** Records at each frame which main heading is on the screen: what was painted, not what the document contained. */
    const recordHeadings = () =>
      page.addInitScript(() => {
        const seen: string[] = [];
        const note = () => {
          const heading = document.querySelector('h1');
          const text = heading?.checkVisibility() ? heading.textContent : undefined;
          if (text !== undefined && seen.at(-1) !== text) seen.push(text);
          requestAnimationFrame(note);
        };
        Object.assign(window, { seen });
        requestAnimationFrame(note);
      });
    const visitFrench = async (): Promise<void> => {
      await page.goto(`${portalUrl}/?lang=fr`);
      await untilReady(page);
      await context.clearCookies();
    };

    it.each<[what: string, prepare: () => unknown, path: string, heading: string]>([
      ['no home page when a session redirects', () => beSignedIn(context), '/?lang=fr', 'Votre compte'],
      ['no dashboard without a session', () => undefined, '/dashboard?lang=fr', 'Connexion'],
      ['no other language when the chosen one is stored in the browser only', visitFrench, '/signin', 'Connexion'],
    ])('shows %s', async (_what, prepare, path, heading) => {
      await prepare();
      await recordHeadings();
      await page.goto(portalUrl + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await untilReady(page);
      expect(await page.evaluate('window.seen')).toEqual([heading]);
    });
  });
});

describe('without scripts', () => {
  setUpPage({ visitor: { javaScriptEnabled: false, viewport: { width: 375, height: 740 } } });

  it.each([
    'home',
    'signIn',
    'signUp',
    'confirmation',
    'cancel',
    'teacherSignUp',
    'teacherSignUpSuccess',
    'terms',
    'privacy',
  ] as const satisfies readonly RouteName[])(
    'shows the page %s without JavaScript, with one link to the other language',
    async (route) => {
      await page.goto(`${portalUrl}${routes[route].path}?lang=fr&coupon=ETE`);
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
      expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(100);
      const heading = await page.locator('h1').innerText();
      await page
        .getByRole('banner')
        .getByRole('link', { name: /English/ })
        .click();
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      expect(await page.locator('h1').innerText()).not.toBe(heading);
      expect(new URL(page.url()).pathname.replace(/(.)\/$/, '$1')).toBe(routes[route].path);
    },
  );

  it('says what the page of a class needs, and names an address for leaving', async () => {
    await page.goto(`${portalUrl}/schoolzone/teacher/classroom/${'A'.repeat(22)}?lang=fr`);
    expect(await page.getByRole('main').innerText()).toContain('JavaScript');
    await page.goto(`${portalUrl}/cancel?lang=fr`);
    expect(await page.getByRole('main').getByRole('link', { name: '@' }).isVisible()).toBe(true);
  });
});
