/**
 * Renders every page in every language, after the client's build: `node prerender.js <folder of the built site>`. Writes
 * `pages/<language>/<route>.html`. The public origin is not known yet; the server puts it in where its mark stands.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../src/contracts/language.ts';
import { routeNames } from '../../src/contracts/routes.ts';
import { parseJson } from '../../src/lib/shapes.ts';
import { isManifest } from './assets.ts';
import { documentOf } from './document.ts';
import { renderRoute } from './render-page.tsx';

const [, , site = 'dist/site'] = process.argv;
const template = join(site, 'index.html');
const notes = join(site, '.vite');
const built = readFileSync(template, 'utf8');
const manifest = parseJson(readFileSync(join(notes, 'manifest.json'), 'utf8'), isManifest);
if (manifest === undefined) throw new Error('Vite’s manifest has another shape than this reads');

for (const language of languages) {
  const folder = join(site, 'pages', language);
  mkdirSync(folder, { recursive: true });
  for (const route of routeNames()) {
    const document = documentOf(built, manifest, language, await renderRoute(route, language));
    writeFileSync(join(folder, `${route}.html`), document);
  }
}

// What is left is what the server sends.
for (const path of [template, notes]) rmSync(path, { recursive: true });
