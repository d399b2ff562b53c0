import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { controllerSource, isFormTag, viewSources } from '../../elements/element-sources.ts';
import { type Language, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { isWidgetRoute, type RouteName } from '../../src/contracts/routes.ts';
import { loadWords } from '../../src/i18n/load-words.ts';
import { type Head, headOf, noindex } from '../head.ts';
import type { PageName } from '../routing/guard.ts';
import { SiteProvider } from '../site-context.ts';
import { Late, thisPage } from '../layout/late.tsx';
import { Site } from '../site.tsx';
import { type Widget, widgets } from './widgets.ts';

/** What differs from page to page: markup, and the modules to load. The first module of a list imports the others. */
export type RenderedPage = {
  kind: 'page' | 'widget';
  head: string;
  body: string;
  /** The module that submits the page's form; empty without a prerendered form. */
  controller: readonly string[];
  view: readonly string[];
  /** The page is incomplete without its view. */
  needsView: boolean;
};

const headMarkup = ({ title, elements }: Head): string =>
  renderToStaticMarkup(
    <>
      <title>{title}</title>
      {elements.map(({ name: Tag, attributes }) => (
        <Tag key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </>,
  );

/** React puts preloads of the first pictures before the page; in the page's own place they would be content. */
const preloads = /^(<link rel="preload"[^>]*>)*/;

/** The site's build knows the others' sources from its own folder. */
const fromSite = (source: string): string => `../${source}`;

/** Seen when the page stays empty: no connection, half a page. It may be another language’s page. */
const lateMarkup = async (): Promise<string> => {
  const words = await Promise.all(
    languages.map(async (language) => ({ language, t: await loadWords('site', language) })),
  );
  return renderToStaticMarkup(
    <div className="late late-page">
      {words.map(({ language, t }) => (
        <p key={language} lang={language}>
          {t('late.page')} <a href={thisPage}>{t('late.pageAgain')}</a>
        </p>
      ))}
    </div>,
  );
};

/** The page as it is for everybody: nobody signed in, no query, the tags still undefined. */
const renderPage = async (page: PageName, language: Language): Promise<RenderedPage> => {
  const words = { language, t: await loadWords('site', language) };
  const markup = renderToString(<Site beginning={{ page, words }} />);
  const [found = ''] = preloads.exec(markup) ?? [];
  const tags = [...new Set([...markup.matchAll(/<(maths-[\w-]+)/g)].map(([, tag = '']) => tag))];
  return {
    kind: 'page',
    head: headMarkup(headOf(page, words, publicOriginMark)) + found,
    body: `<div id="site">${markup.slice(found.length)}</div>${await lateMarkup()}`,
    controller: tags.filter(isFormTag).map(controllerSource).map(fromSite),
    view: [
      'main.tsx',
      ...['site', 'common', 'errors'].map((set) => fromSite(`locales/${language}/${set}.json`)),
      ...tags.flatMap((tag) => viewSources(tag, language)).map(fromSite),
    ],
    needsView: tags.length > 0,
  };
};

/** One tag and nothing else: the form is the partner's to place. */
const renderWidget = async ({ tag, title }: Widget, language: Language): Promise<RenderedPage> => {
  const t = await loadWords('site', language);
  const site = { t, language, signedIn: false, search: '', coupon: undefined };
  return {
    kind: 'widget',
    head: headMarkup({ title: t(title), elements: [noindex] }),
    // Always in widget mode: without a key the form must say so, not turn into the first-party one.
    body: renderToStaticMarkup(
      <SiteProvider value={site}>{createElement(tag, { origin: '' }, <Late />)}</SiteProvider>,
    ),
    controller: [controllerSource(tag)],
    view: viewSources(tag, language),
    needsView: true,
  };
};

export const renderRoute = (route: RouteName, language: Language): Promise<RenderedPage> =>
  isWidgetRoute(route) ? renderWidget(widgets[route], language) : renderPage(route, language);
