import { describe, expect, it } from 'vitest';
import { type RouteName, routes } from '../src/contracts/routes.ts';
import { languagesOf } from './support/messages.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';

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
  it.each(visits)('shows $path in $language without JavaScript, with one link to the other language', async (visit) => {
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
  });

  it('links from the header to pages without JavaScript', async () => {
    await page.goto(`${portalUrl}/?lang=fr`);
    await page.getByRole('banner').getByRole('link', { name: 'Connexion' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/signin\/?$/);
    expect(await page.locator('h1').isVisible()).toBe(true);
  });

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

  it.each(['/signin', '/signup', '/schoolzone/teacher/signup'])(
    'shows that the form of %s is of no use',
    async (path) => {
      await page.goto(`${portalUrl}${path}?lang=en`);
      const form = page.locator('[data-form]');
      expect(Number(await form.evaluate((box) => getComputedStyle(box).opacity))).toBeLessThan(0.5);
      expect(await page.getByText('It needs JavaScript').isVisible()).toBe(true);
    },
  );
});
