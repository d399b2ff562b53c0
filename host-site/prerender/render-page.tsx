import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { controllerSource, isFormTag, viewSources } from '../../elements/element-sources.ts';
import type { FormTag } from '../../elements/shared/form-key.ts';
import { type Language, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { isWidgetRoute, type RouteName, type WidgetRoute } from '../../src/contracts/routes.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import { type Head, headOf, noindex } from '../head.ts';
import { LoadingFallback, thisPage } from '../layout/loading-fallback.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import type { Destination } from '../routing/address.ts';
import type { PageName } from '../routing/guard.ts';
import { loadPageTranslations } from '../routing/page-state.ts';
import { Site } from '../site.tsx';
import { SiteProvider } from '../site-context.ts';

/**
 * The pages `/widgets/*`. Each has one tag and nothing else, with its attributes from the query. The element itself
 * reports to the page around it. `page`: the page of the portal with the same form, for a visitor who opens the widget
 * itself.
 */
const widgets = {
  widgetSignIn: { tag: 'maths-sign-in', page: 'signIn', title: 'title.signIn' },
  widgetSignUp: { tag: 'maths-sign-up', page: 'signUp', title: 'title.signUp' },
  widgetTeacherSignUp: { tag: 'maths-teacher-sign-up', page: 'teacherSignUp', title: 'title.teacherSignUp' },
} as const satisfies Record<WidgetRoute, { tag: FormTag; page: Destination; title: string }>;

type Widget = (typeof widgets)[WidgetRoute];

/**
 * The parts that differ between pages: the markup, and the modules to load. The first module of a list imports the
 * others.
 */
export type RenderedPage = {
  kind: 'page' | 'widget';
  head: string;
  body: string;
  /** The module that submits the page's form. Empty without a prerendered form. */
  controller: readonly string[];
  view: readonly string[];
  /** Whether the page is incomplete without its view. */
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

/** React inserts preloads of the first pictures before the page. Inside the page's root they would count as content. */
const preloads = /^(<link rel="preload"[^>]*>)*/;

/** Returns the path of a source. The site's manifest lists sources of other folders relative to its own folder. */
const fromSite = (source: string): string => `../${source}`;

/**
 * The message that is shown when the page stays empty, for example without a connection. It can be on a page in the
 * other language.
 */
const lateMarkup = async (): Promise<string> => {
  const translations = await Promise.all(
    languages.map(async (language) => ({ language, t: await loadTranslations('site', language) })),
  );
  return renderToStaticMarkup(
    <div className="late late-page">
      {translations.map(({ language, t }) => (
        <p key={language} lang={language}>
          {t('late.page')} <a href={thisPage}>{t('late.pageAgain')}</a>
        </p>
      ))}
    </div>,
  );
};

/**
 * Renders the page that is the same for everybody: no session, no query, and the tags are undefined.
 */
const renderPage = async (page: PageName, language: Language): Promise<RenderedPage> => {
  const translations = await loadPageTranslations(page, language);
  const markup = renderToString(<Site initialState={{ page, translations }} />);
  const [found = ''] = preloads.exec(markup) ?? [];
  const tags = [...new Set([...markup.matchAll(/<(maths-[\w-]+)/g)].map(([, tag = '']) => tag))];
  return {
    kind: 'page',
    head: headMarkup(headOf(page, translations, publicOriginMark)) + found,
    body: `<div id="site">${markup.slice(found.length)}</div>${await lateMarkup()}`,
    controller: tags.filter(isFormTag).map(controllerSource).map(fromSite),
    view: [
      'main.tsx',
      ...['site', 'common', 'errors', ...(translations.legal === undefined ? [] : ['legal'])].map((set) =>
        fromSite(`locales/${language}/${set}.json`),
      ),
      ...tags.flatMap((tag) => viewSources(tag, language)).map(fromSite),
    ],
    needsView: tags.length > 0,
  };
};

/** Renders a page with one tag only, because the partner's page places the form. */
const renderWidget = async ({ tag, page, title }: Widget, language: Language): Promise<RenderedPage> => {
  const t = await loadTranslations('site', language);
  const site = { t, language, signedIn: false, search: '', coupon: undefined };
  return {
    kind: 'widget',
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
    controller: [controllerSource(tag)],
    view: viewSources(tag, language),
    needsView: true,
  };
};

export const renderRoute = (route: RouteName, language: Language): Promise<RenderedPage> =>
  isWidgetRoute(route) ? renderWidget(widgets[route], language) : renderPage(route, language);
