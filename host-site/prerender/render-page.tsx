import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { elementSource, isPrerendered, viewSources } from '../../elements/build/manifest.ts';
import { brand } from '../../src/config/brand.ts';
import { defaultLanguage, type Language, languageFacts, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import {
  indexedAddress,
  isIndexed,
  type IndexedRoute,
  isWidgetRoute,
  type RouteName,
  routeNames,
  routes,
  type WidgetRoute,
} from '../../src/contracts/routes.ts';
import { formTags, tags, widgetPath } from '../../src/contracts/tags.ts';
import picture from '../art/share.png';
import { LoadingFallback } from '../layout/content.tsx';
import { PageLayout } from '../layout/page-layout.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { loadSite, type PageName, SiteProvider, useSite } from '../site-context.ts';

/**
 * Returns what a page `/widgets/*` has: one tag and nothing else, with its attributes from the query. The element
 * itself reports to the page around it. `page`: the page of the portal with the same form, for a visitor who opens the
 * widget itself.
 */
const widgetOf = (route: WidgetRoute) => {
  const tag = formTags.find((one) => widgetPath(tags[one].widget.name) === routes[route].path);
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

const noindex = <meta name="robots" content="noindex" />;

/** What search engines and link previews read of a public page. */
function Preview({ page }: { page: IndexedRoute }) {
  const { t, language } = useSite();
  const addressIn = (other: Language) => publicOriginMark + indexedAddress(page, other);
  const openGraph = {
    type: 'website',
    site_name: brand.name,
    title: t(`title.${page}`),
    description: t(`description.${page}`),
    url: addressIn(language),
    locale: languageFacts[language].locale,
    image: publicOriginMark + picture,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': t('picture'),
  };
  return (
    <>
      <link rel="canonical" href={addressIn(language)} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={addressIn(other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressIn(defaultLanguage)} />
      {Object.entries(openGraph).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={languageFacts[other].locale} />
        ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The part of the head that differs from page to page. */
function PageHead({ page }: { page: PageName }) {
  const { t } = useSite();
  return (
    <>
      <title>{t(`title.${page}`)}</title>
      <meta name="description" content={t(`description.${page}`)} />
      {isIndexed(page) ? <Preview page={page} /> : noindex}
    </>
  );
}

/** React inserts preloads of the first pictures before the page. They belong into the head. */
const preloads = /^(<link rel="preload"[^>]*>)*/;

/** The paper of a class. Firefox applies a named page (`@page class`) to the first page of several. */
const landscape = '<style>@page { size: landscape; margin: 10mm }</style>';

/** Renders the page that is the same for everybody: no session, no query, and the tags are undefined. */
const renderPage = async (page: PageName, language: Language): Promise<RenderedPage> => {
  const site = await loadSite(page, language);
  const markupOf = (content: ReactNode) => renderToStaticMarkup(<SiteProvider value={site}>{content}</SiteProvider>);
  const markup = markupOf(<PageLayout page={page} />);
  const [found = ''] = preloads.exec(markup) ?? [];
  const tags = [...new Set([...markup.matchAll(/<(maths-[\w-]+)/g)].map(([, tag = '']) => tag))];
  return {
    kind: 'page',
    route: page,
    head: markupOf(<PageHead page={page} />) + (page === 'classroom' ? landscape : '') + found,
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
    head: renderToStaticMarkup(
      <>
        <title>{t(title)}</title>
        {noindex}
      </>,
    ),
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
