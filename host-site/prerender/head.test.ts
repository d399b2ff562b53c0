import { describe, expect, it } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { indexedRoutes, isWidgetRoute, routeNames } from '../../src/contracts/routes.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import { headOf } from './render-page.tsx';
import type { PageName } from '../site-context.ts';

const origin = 'https://play.numeria.example';
const head = async (page: PageName, language: (typeof languages)[number] = 'en') =>
  headOf(page, { language, t: await loadTranslations('site', language) }, origin);
const valuesOf = async (page: PageName, wanted: string, language: (typeof languages)[number] = 'en') =>
  (await head(page, language)).elements
    .map(({ attributes }) => attributes)
    .filter(({ rel, name, property }) => [rel, name, property].includes(wanted))
    .map(({ href, content }) => href ?? content);

const names = routeNames().filter((name) => !isWidgetRoute(name));

describe('the head of a page', () => {
  it.each(languages)(
    'gives each page a unique title and a description of 70 to 160 characters, in %s',
    async (language) => {
      const heads = await Promise.all(names.map((page) => head(page, language)));
      expect(new Set(heads.map(({ title }) => title)).size).toBe(names.length);
      for (const page of names) {
        const [description = ''] = await valuesOf(page, 'description', language);
        expect([page, description.length >= 70 && description.length <= 160, description]).toEqual([
          page,
          true,
          description,
        ]);
      }
    },
  );

  it('marks pages as noindex and names no address for them when search engines must not list them', async () => {
    const indexed: readonly string[] = indexedRoutes;
    for (const page of names) {
      expect([page, await valuesOf(page, 'robots')]).toEqual([page, indexed.includes(page) ? [] : ['noindex']]);
      expect([page, (await valuesOf(page, 'canonical')).length]).toEqual([page, indexed.includes(page) ? 1 : 0]);
    }
  });

  it('names its own address in its language, and those in the others', async () => {
    expect(await valuesOf('signUp', 'canonical', 'fr')).toEqual([`${origin}/signup?lang=fr`]);
    const addresses = [`${origin}/signup`, `${origin}/signup?lang=fr`, `${origin}/signup`];
    for (const language of languages) expect(await valuesOf('signUp', 'alternate', language)).toEqual(addresses);
  });

  it('names the picture for link previews by its absolute address', async () => {
    const [picture = ''] = await valuesOf('home', 'og:image');
    expect(new URL(picture).origin).toBe(origin);
  });
});
