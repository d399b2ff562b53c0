import page from 'virtual:script/page';
import widget from 'virtual:script/widget';
import { renderForms } from '../../elements/build/render-forms.tsx';
import type { Language } from '../../src/contracts/language.ts';
import type { RouteName } from '../../src/contracts/routes.ts';
import { pageDocument, insertForms, type Parts } from './document.ts';
import { type RenderedPage, renderRoute } from './render-page.tsx';

const parts: Parts = {
  // The addresses of the sources. A module imports its translations itself.
  assets: (sources) => sources.filter((source) => !source.endsWith('.json')).map((source) => `/${source}`),
  fontCss: '',
  firstCss: '',
  siteCss: '',
  script: { page, widget },
};

/** The whole sheets instead of the styles of the first paint. Vite replaces a linked sheet when its file changes. */
const sheets = {
  page: ['fonts', 'start', 'site'],
  widget: ['fonts', 'start'],
} satisfies Record<RenderedPage['kind'], string[]>;

/** Renders a page of the dev server. */
export const renderDocument = async (route: RouteName, language: Language): Promise<string> => {
  const rendered = await renderRoute(route, language);
  const links = sheets[rendered.kind].map((name) => `<link rel="stylesheet" href="/host-site/styles/${name}.css">`);
  const client = '<script type="module" src="/@vite/client"></script>';
  const head = [rendered.head, ...links, client].join('\n');
  return insertForms(pageDocument(parts, language, { ...rendered, head }), language, await renderForms());
};
