import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { indexedRoutes, isWidgetRoute, routeNames } from '../../src/contracts/routes.ts';
import { renderRoute } from './render-page.tsx';
import type { PageName } from '../site-context.ts';

const origin = publicOriginMark;
const head = async (page: PageName, language: Language = 'en') => (await renderRoute(page, language)).head;
/** Returns the values of the links and meta elements with this name. */
const valuesOf = async (page: PageName, wanted: string, language: Language = 'en') =>
  ((await head(page, language)).match(/<(?:meta|link) [^>]*>/g) ?? [])
    .filter((element) => new RegExp(`(?:rel|name|property)="${wanted}"`).test(element))
    .map((element) => /(?:href|content)="([^"]*)"/.exec(element)?.[1]);

const names = routeNames().filter((name) => !isWidgetRoute(name));

describe('the head of a page', () => {
  it.each(languages)(
    'gives each page a unique title and a description of 70 to 160 characters, in %s',
    async (language) => {
      const heads = await Promise.all(names.map((page) => head(page, language)));
      expect(new Set(heads.map((one) => /<title>.+<\/title>/.exec(one)?.[0])).size).toBe(names.length);
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
    expect(picture.startsWith(`${origin}/`)).toBe(true);
  });
});
