/**
 * Renders every page in every language, after the client's build: `node prerender.js <folder of the build>`. Writes
 * `site/pages/<language>/<route>.html`. The public origin is not known yet, so the server replaces a placeholder with
 * it.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import page from 'virtual:start/page';
import widget from 'virtual:start/widget';
import { readForms } from '../../elements/forms.ts';
import { readRelease } from '../../elements/release.ts';
import { languages } from '../../src/contracts/language.ts';
import { routeNames } from '../../src/contracts/routes.ts';
import fontCss from '../styles/fonts.css?inline';
import siteCss from '../styles/site.css?inline';
import firstCss from '../styles/start.css?inline';
import { assetsOf, manifestName, readManifest } from '../../elements/manifest.ts';
import { documentOf, type Parts } from './document.ts';
import { insertForms } from './insert-forms.ts';
import { renderRoute } from './render-page.tsx';

const [, , folder = 'dist'] = process.argv;
const notes = join(folder, 'site/.vite');
const elements = join(folder, 'elements');
const forms = readForms(folder);
const siteManifest = readManifest(join(notes, 'manifest.json'));
const elementsManifest = readManifest(join(elements, manifestName));
// The address never changes, so that browsers can cache the file permanently.
const release = `/elements/${readRelease(elements).version}`;
const assets: Parts['assets'] = {
  page: (sources) => assetsOf(siteManifest, sources),
  widget: (sources) => assetsOf(elementsManifest, sources, release),
};
const parts = { assets, fontCss, firstCss, siteCss, script: { page, widget } };

for (const language of languages) {
  const pages = join(folder, 'site/pages', language);
  mkdirSync(pages, { recursive: true });
  for (const route of routeNames()) {
    const document = documentOf(parts, language, await renderRoute(route, language));
    writeFileSync(join(pages, `${route}.html`), insertForms(document, language, forms));
  }
}

// The remaining files are those that the server sends.
rmSync(notes, { recursive: true });
rmSync(join(elements, manifestName));
