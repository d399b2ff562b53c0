/** Renders each page in each language into `site`: `node prerender.js <build>`. The server inserts its origin. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import page from 'virtual:script/page';
import widget from 'virtual:script/widget';
import { readForms } from '../../elements/build/forms.ts';
import { assetsOf, manifestName, readManifest, readRelease } from '../../elements/build/manifest.ts';
import { languages } from '../../src/contracts/language.ts';
import { routeNames } from '../../src/contracts/routes.ts';
import fontCss from '../styles/fonts.css?inline';
import siteCss from '../styles/site.css?inline';
import firstCss from '../styles/start.css?inline';
import { pageDocument, insertForms, type Parts } from './document.ts';
import { renderRoute } from './render-page.tsx';

const [, , folder = 'dist'] = process.argv;
const site = join(folder, 'site');
const elements = join(folder, 'elements');
const forms = readForms(folder);
const manifest = readManifest(join(elements, manifestName));
// The address never changes, so that browsers can cache the file permanently.
const release = `/elements/${readRelease(elements).version}`;

rmSync(site, { recursive: true, force: true });
mkdirSync(site);
renameSync(join(folder, 'prerender/assets'), join(site, 'assets'));
copyFileSync('host-site/public/favicon.ico', join(site, 'favicon.ico'));
/** Writes a file whose name contains a hash of its text, and returns its address. */
const writeAsset = (name: string, type: string, content: string): string => {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const path = `/assets/${name}-${hash}.${type}`;
  writeFileSync(join(site, path), content);
  return path;
};

const assets: Parts['assets'] = (sources) => assetsOf(manifest, sources, release).scripts;
const parts: Parts = {
  assets,
  fontCss,
  firstCss,
  siteCss,
  sheet: writeAsset('site', 'css', fontCss + firstCss + siteCss),
  script: { page, widget },
};

for (const language of languages) {
  const pages = join(site, 'pages', language);
  mkdirSync(pages, { recursive: true });
  for (const route of routeNames()) {
    const document = pageDocument(parts, language, await renderRoute(route, language));
    writeFileSync(join(pages, `${route}.html`), insertForms(document, language, forms));
  }
}

// The remaining files are those that the server sends.
rmSync(join(elements, manifestName));
