import { defaultLanguage, languages } from '../../src/contracts/language.ts';
import { indexedAddress, indexedRoutes } from '../../src/contracts/routes.ts';

const inXml = (text: string): string => text.replaceAll('&', '&amp;');

/**
 * Returns the pages that a search engine may show, each in every language with links to its other languages
 * (https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap).
 * @param publicUrl the portal's origin; no trailing slash.
 */
export const sitemapOf = (publicUrl: string): string => {
  const urls = indexedRoutes.flatMap((page) => {
    const alternates = [
      ...languages.map((language) => [language, language] as const),
      ['x-default', defaultLanguage] as const,
    ]
      .map(([hreflang, language]) => {
        const href = inXml(publicUrl + indexedAddress(page, language));
        return `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`;
      })
      .join('');
    return languages.map(
      (language) => `<url><loc>${inXml(publicUrl + indexedAddress(page, language))}</loc>${alternates}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>\n',
  ].join('\n');
};

/** Returns robots.txt. Pages that must not be found send `noindex`, so robots must be allowed to read them. */
export const robotsOf = (publicUrl: string): string =>
  ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
