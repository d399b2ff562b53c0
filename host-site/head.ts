import { brand } from '../src/config/brand.ts';
import { defaultLanguage, type Language, languageFacts, languages } from '../src/contracts/language.ts';
import { indexedAddress, indexedRoutes } from '../src/contracts/routes.ts';
import picture from './art/share.png';
import type { PageName, SiteContext } from './site-context.ts';

/** An element of the head that differs from page to page. */
export type HeadElement = { name: 'meta' | 'link'; attributes: Readonly<Record<string, string>> };
export type Head = { title: string; elements: readonly HeadElement[] };

type IndexedPage = (typeof indexedRoutes)[number];
const isIndexed = (page: PageName): page is IndexedPage => indexedRoutes.some((name) => name === page);

const meta = (name: string, content: string): HeadElement => ({ name: 'meta', attributes: { name, content } });
const openGraph = (property: string, content: string): HeadElement => ({
  name: 'meta',
  attributes: { property: `og:${property}`, content },
});
const link = (rel: string, href: string, more: Record<string, string> = {}): HeadElement => ({
  name: 'link',
  attributes: { rel, href, ...more },
});

export const noindex = meta('robots', 'noindex');

type SiteTranslations = Pick<SiteContext, 't' | 'language'>;

/** Returns the elements for search engines and link previews, for public pages. */
const previewElements = (page: IndexedPage, { t, language }: SiteTranslations, origin: string): HeadElement[] => {
  const addressIn = (other: Language) => origin + indexedAddress(page, other);
  return [
    link('canonical', addressIn(language)),
    ...languages.map((other) => link('alternate', addressIn(other), { hrefLang: other })),
    link('alternate', addressIn(defaultLanguage), { hrefLang: 'x-default' }),
    openGraph('type', 'website'),
    openGraph('site_name', brand.name),
    openGraph('title', t(`title.${page}`)),
    openGraph('description', t(`description.${page}`)),
    openGraph('url', addressIn(language)),
    openGraph('locale', languageFacts[language].locale),
    ...languages
      .filter((other) => other !== language)
      .map((other) => openGraph('locale:alternate', languageFacts[other].locale)),
    openGraph('image', origin + picture),
    openGraph('image:width', '1200'),
    openGraph('image:height', '630'),
    openGraph('image:alt', t('picture')),
    meta('twitter:card', 'summary_large_image'),
  ];
};

/**
 * Returns a page's head.
 * @param origin without a trailing slash.
 */
export const headOf = (page: PageName, translations: SiteTranslations, origin: string): Head => ({
  title: translations.t(`title.${page}`),
  elements: [
    meta('description', translations.t(`description.${page}`)),
    ...(isIndexed(page) ? previewElements(page, translations, origin) : [noindex]),
  ],
});
