import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { elementSource, isPrerendered, viewSources } from '../../elements/build/manifest.ts';
import { brand } from '../../src/config/brand.ts';
import { defaultLanguage, type Language, languageFacts, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import {
  indexedAddress,
  indexedRoutes,
  isWidgetRoute,
  type RouteName,
  routeNames,
  routes,
  type WidgetRoute,
} from '../../src/contracts/routes.ts';
import { widgetPath } from '../../src/contracts/elements.ts';
import { formTags, tags } from '../../src/contracts/tags.ts';
import picture from '../art/share.png';
import { LoadingFallback } from '../layout/content.tsx';
import { PageLayout } from '../layout/page-layout.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { loadSite, type PageName, type SiteContext, SiteProvider } from '../site-context.ts';

/**
 * Returns what a page `/widgets/*` has: one tag and nothing else, with its attributes from the query. The element itself
 * reports to the page around it. `page`: the page of the portal with the same form, for a visitor who opens the widget
 * itself.
 */
const widgetOf = (route: WidgetRoute) => {
  const tag = formTags.find((one) => widgetPath(tags[one].widget) === routes[route].path);
  const page = routeNames().find((name) => tag !== undefined && routes[name].path === tags[tag].form.path);
  if (tag === undefined || page === undefined || page === 'classroom')
    throw new Error(`No form belongs to ${routes[route].path}`);
  return { tag, page, title: `title.${page}` } as const;
};

/** The parts that differ between pages, and the modules to load. */
export type RenderedPage = {
  kind: 'page' | 'widget';
  route: RouteName;
  head: string;
  body: string;
  /** Whether the document contains the first view of the element, a form. */
  hasForm: boolean;
  /** The module that defines the page's element, if there is one. */
  element: readonly string[];
  /** The modules of its view. */
  view: readonly string[];
};

/** An element of the head that differs from page to page. */
type HeadElement = { name: 'meta' | 'link'; attributes: Readonly<Record<string, string>> };
type Head = { title: string; elements: readonly HeadElement[] };

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

const noindex = meta('robots', 'noindex');

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

const headMarkup = ({ title, elements }: Head): string =>
  renderToStaticMarkup(
    <>
      <title>{title}</title>
      {elements.map(({ name: Tag, attributes }) => (
        <Tag key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </>,
  );

/** React inserts preloads of the first pictures before the page. They belong into the head. */
const preloads = /^(<link rel="preload"[^>]*>)*/;

/** The paper of a class. Firefox applies a named page (`@page class`) to the first page of several. */
const landscape = '<style>@page { size: landscape; margin: 10mm }</style>';

/** Renders the page that is the same for everybody: no session, no query, and the tags are undefined. */
const renderPage = async (page: PageName, language: Language): Promise<RenderedPage> => {
  const site = await loadSite(page, language);
  const markup = renderToStaticMarkup(
    <SiteProvider value={site}>
      <PageLayout page={page} />
    </SiteProvider>,
  );
  const [found = ''] = preloads.exec(markup) ?? [];
  const tags = [...new Set([...markup.matchAll(/<(maths-[\w-]+)/g)].map(([, tag = '']) => tag))];
  return {
    kind: 'page',
    route: page,
    head: headMarkup(headOf(page, site, publicOriginMark)) + (page === 'classroom' ? landscape : '') + found,
    body: `<div id="site">${markup.slice(found.length)}</div>`,
    hasForm: tags.some((tag) => isPrerendered(tag, 'first-party')),
    element: tags.map(elementSource),
    view: tags.flatMap((tag) => viewSources(tag, language)),
  };
};

/** Renders a page with one tag only, because the partner's page places the form. */
const renderWidget = async (route: WidgetRoute, language: Language): Promise<RenderedPage> => {
  const { tag, page, title } = widgetOf(route);
  const site = await loadSite(route, language);
  const { t } = site;
  return {
    kind: 'widget',
    route,
    head: headMarkup({ title: t(title), elements: [noindex] }),
    // The tag is always in widget mode: without a key the form must show an error, and not become a first-party form.
    body: renderToStaticMarkup(
      <SiteProvider value={site}>
        {createElement(tag, { origin: '' }, <LoadingFallback />)}
        <p className="direct" hidden>
          {t('direct.text')} <SiteLink to={page}>{t('direct.open')}</SiteLink>
        </p>
      </SiteProvider>,
    ),
    hasForm: true,
    element: [elementSource(tag)],
    view: viewSources(tag, language),
  };
};

export const renderRoute = (route: RouteName, language: Language): Promise<RenderedPage> =>
  isWidgetRoute(route) ? renderWidget(route, language) : renderPage(route, language);
