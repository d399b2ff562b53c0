import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { isWidgetRoute, type RouteName } from '../../src/contracts/routes.ts';
import { loadWords } from '../../src/i18n/load-words.ts';
import { type Head, headOf, noindex } from '../head.ts';
import type { PageName } from '../routing/guard.ts';
import { Site } from '../site.tsx';
import { type Widget, widgets } from '../widget-page.ts';

/** What differs from page to page, as markup, and what it is to load besides. */
export type RenderedPage = { head: string; body: string; sources: readonly string[] };

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

const sourceOfWords = (language: Language, set: string): string => `../locales/${language}/${set}.json`;

/** Of `<maths-sign-in>`: its chunk and its words. */
const sourcesOfTag = (tag: string, language: Language): string[] => {
  const name = tag.replace(/^maths-/, '');
  return [`../elements/${name}/${name}.define.ts`, sourceOfWords(language, name)];
};

/** The page as it is for everybody: nobody signed in, no query, the tags still undefined. */
const renderPage = async (page: PageName, language: Language): Promise<RenderedPage> => {
  const words = { language, t: await loadWords('site', language) };
  const markup = renderToString(<Site beginning={{ page, words }} />);
  const [found = ''] = preloads.exec(markup) ?? [];
  const tags = new Set([...markup.matchAll(/<(maths-[\w-]+)/g)].map(([, tag = '']) => tag));
  return {
    head: headMarkup(headOf(page, words, publicOriginMark)) + found,
    body: markup.slice(found.length),
    sources: [
      'main.tsx',
      ...['site', 'common', 'errors'].map((set) => sourceOfWords(language, set)),
      ...[...tags].flatMap((tag) => sourcesOfTag(tag, language)),
    ],
  };
};

/** A widget's page is empty until its script has put the tag in: the form is the partner's to place, and none of ours to show. */
const renderWidget = async ({ tag, title }: Widget, language: Language): Promise<RenderedPage> => {
  const t = await loadWords('site', language);
  return {
    head: headMarkup({ title: t(title), elements: [noindex] }),
    body: '',
    sources: [...['common', 'errors'].map((set) => sourceOfWords(language, set)), ...sourcesOfTag(tag, language)],
  };
};

export const renderRoute = (route: RouteName, language: Language): Promise<RenderedPage> =>
  isWidgetRoute(route) ? renderWidget(widgets[route], language) : renderPage(route, language);
