import { posix } from 'node:path';
import page from 'virtual:start/page';
import widget from 'virtual:start/widget';
import { renderForms } from '../../elements/render-forms.tsx';
import type { Language } from '../../src/contracts/language.ts';
import type { RouteName } from '../../src/contracts/routes.ts';
import { documentOf, type Parts } from './document.ts';
import { insertForms } from './insert-forms.ts';
import { type RenderedPage, renderRoute } from './render-page.tsx';

/** Returns the addresses of the sources. A module imports its translations itself. */
const assetsIn =
  (folder: string): Parts['assets'][RenderedPage['kind']] =>
  (sources) => ({
    scripts: sources.filter((source) => !source.endsWith('.json')).map((source) => posix.join(folder, source)),
    styles: [],
  });

const parts: Parts = {
  assets: { page: assetsIn('/host-site'), widget: assetsIn('/') },
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
  const head = [rendered.head, ...links].join('\n');
  return insertForms(documentOf(parts, language, { ...rendered, head }), language, await renderForms());
};
