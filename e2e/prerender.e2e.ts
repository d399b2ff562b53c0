import { describe, expect, it } from 'vitest';
import { recordConsoleErrors } from './support/browser.ts';
import { languagesOf, portalUrl, urlOf } from './support/settings.ts';
import { beSignedIn, email, goToDashboard, untilReady } from './support/parent.ts';
import { setUpPage, browser, context, page } from './support/setup.ts';
import { type RouteName, routes } from '../src/contracts/routes.ts';

describe('with scripts', () => {
  setUpPage();

  const headings = {
    home: { en: 'The maths game children ask for', fr: 'Le jeu de maths que les enfants réclament' },
    signIn: { en: 'Log in', fr: 'Connexion' },
  };

  /**
   * Records at each frame which main heading is on the screen. This is what was painted, not everything that the document
   * contained.
   */
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
  const paintedHeadings = (): Promise<string[]> => page.evaluate('window.seen');

  describe.each(languagesOf(headings.home))('a prerendered page, in %s', (language) => {
    it.each([
      '/',
      '/signin',
      '/signup?coupon=ETE&utm_source=a',
      `/reset-password#token=${'A'.repeat(43)}`,
      '/confirmation?checkout=cs_test_1',
      '/cancel',
      '/schoolzone/teacher/signup?mode=update',
      '/schoolzone/teacher/signup-success',
      '/schoolzone/teacher/classroom-update',
      '/terms',
      '/privacy',
    ])('shows a prerendered page without a change and without a console message: %s', async (path) => {
      const consoleErrors = recordConsoleErrors(page);
      await page.addInitScript(() => {
        // This runs before any script of the page.
        document.addEventListener(
          'readystatechange',
          () => document.getElementById('main')?.setAttribute('class', 'sent'),
          {
            once: true,
          },
        );
      });
      const address = new URL(path, portalUrl);
      address.searchParams.set('lang', language);
      await page.goto(address.href);
      await untilReady(page);
      expect(await page.locator('main.sent h1').count()).toBe(1);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(consoleErrors).toEqual([]);
    });
  });

  describe('the language of a first visit', () => {
    it('shows a first visit in the browser’s language', async () => {
      const visitor = await browser.newContext({ locale: 'fr-CA' });
      const visit = await visitor.newPage();
      await visit.goto(portalUrl);
      await untilReady(visit);
      expect(await visit.locator('h1').textContent()).toBe(headings.home.fr);
      await visitor.close();
    });

    it('stores the language only when the visitor chose it', async () => {
      await page.goto(portalUrl);
      await untilReady(page);
      const kept = () => page.evaluate(() => [localStorage.getItem('lang'), document.cookie]);
      expect(await kept()).toEqual([null, '']);
      await page.getByRole('link', { name: 'FR, Français' }).click();
      await page.getByRole('heading', { name: headings.home.fr }).waitFor();
      expect(await kept()).toEqual(['fr', 'lang=fr']);
      const answer = await page.goto(`${portalUrl}/signin`);
      expect(await answer?.text()).toContain('<html lang="fr">');
    });
  });

  describe('redirects and reloads never paint a wrong page', () => {
    it('shows no home page when a session redirects to another page', async () => {
      await recordHeadings();
      await beSignedIn(context);
      await page.goto(`${portalUrl}/`);
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
      expect(await paintedHeadings()).toEqual(['Your account']);
    });

    it('shows no dashboard without a session', async () => {
      await recordHeadings();
      await page.goto(`${portalUrl}/dashboard?lang=fr`);
      await email(page).waitFor();
      expect(await paintedHeadings()).toEqual([headings.signIn.fr]);
    });

    it('shows no other language when the chosen one is stored in the browser only', async () => {
      await page.goto(`${portalUrl}/?lang=fr`);
      await untilReady(page);
      await context.clearCookies();
      await recordHeadings();
      await page.goto(`${portalUrl}/signin`);
      await email(page).waitFor();
      expect(await paintedHeadings()).toEqual([headings.signIn.fr]);
    });
  });

  it('shows the dashboard without a console message when it is reloaded', async () => {
    const consoleErrors = recordConsoleErrors(page);
    await beSignedIn(context);
    await goToDashboard(page);
    expect(await page.locator('h1').textContent()).toBe('Your account');
    expect(consoleErrors).toEqual([]);
  });

  it('opens the next page after a success of the element', async () => {
    await page.goto(`${portalUrl}/schoolzone/teacher/signup`);
    await email(page).first().waitFor();
    await page.locator('maths-teacher-sign-up').dispatchEvent('auth-success');
    await page.waitForURL(urlOf('/schoolzone/teacher/signup-success'));
  });

  it('changes the head with the language: title, description, and the address of this language', async () => {
    await page.goto(`${portalUrl}/`);
    const head = () =>
      page.evaluate(() => ({
        title: document.title,
        canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
        descriptions: document.querySelectorAll('meta[name=description]').length,
      }));
    expect((await head()).canonical).toBe(`${portalUrl}/`);
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await email(page).waitFor();
    expect(await head()).toEqual({ title: 'Log in – Numeria', canonical: `${portalUrl}/signin`, descriptions: 1 });
    await page.getByRole('link', { name: 'FR, Français' }).click();
    await page.getByRole('heading', { level: 1, name: headings.signIn.fr }).waitFor();
    expect(await head()).toEqual({
      title: 'Connexion – Numeria',
      canonical: `${portalUrl}/signin?lang=fr`,
      descriptions: 1,
    });
  });
});

describe('without scripts', () => {
  setUpPage({ visitor: { javaScriptEnabled: false } });

  const publicRoutes = [
    'home',
    'signIn',
    'signUp',
    'confirmation',
    'cancel',
    'teacherSignUp',
    'teacherSignUpSuccess',
    'terms',
    'privacy',
  ] as const satisfies readonly RouteName[];
  const otherNames = { en: /Français/, fr: /English/ };
  const visits = publicRoutes.flatMap((route) =>
    languagesOf(otherNames).map((language) => ({ path: routes[route].path, language })),
  );

  describe('pages without JavaScript', () => {
    it.each(visits)(
      'shows $path in $language without JavaScript, with one link to the other language',
      async (visit) => {
        const { path, language } = visit;
        await page.goto(`${portalUrl}${path}?lang=${language}&coupon=ETE`);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        expect(await page.locator('h1').isVisible()).toBe(true);
        expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
        expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(100);
        const heading = await page.locator('h1').innerText();
        await page.getByRole('banner').getByRole('link', { name: otherNames[language] }).click();
        expect(await page.locator('html').getAttribute('lang')).not.toBe(language);
        expect(await page.locator('h1').innerText()).not.toBe(heading);
        expect(new URL(page.url()).pathname.replace(/(.)\/$/, '$1')).toBe(path);
      },
    );

    it.each(languagesOf(otherNames))('names the page of a class, and says what it needs, in %s', async (language) => {
      await page.goto(`${portalUrl}/schoolzone/teacher/classroom/${'A'.repeat(22)}?lang=${language}`);
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.getByRole('main').innerText()).toContain('JavaScript');
    });

    it.each(languagesOf(otherNames))(
      'names an address for leaving, and hides nothing below it, in %s',
      async (language) => {
        await page.setViewportSize({ width: 375, height: 740 });
        await page.goto(`${portalUrl}/cancel?lang=${language}`);
        expect(await page.getByRole('main').getByRole('link', { name: '@' }).isVisible()).toBe(true);
        expect(await page.getByRole('main').getByRole('heading', { level: 2 }).isVisible()).toBe(true);
      },
    );
  });
});
