import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, type Plugin, type UserConfig } from 'vite';
import { chunkGroups } from './elements/chunk-groups.ts';
import { controllerSource } from './elements/element-sources.ts';
import { embedCode } from './elements/embed-code.ts';
import { readForms } from './elements/forms.ts';
import { formsVersion } from './elements/forms-vite-plugin.ts';
import { formTags } from './elements/shared/form-key.ts';
import { inlineScripts } from './host-site/inline-script-vite-plugin.ts';
import { createBrand } from './src/config/brand.ts';
import { settledConfig } from './src/config/settled-vite-plugin.ts';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

const folder = (name: string): string => resolve(import.meta.dirname, name);
const built = folder(process.env['BUILD_FOLDER'] ?? 'dist');
const output = (name: string): string => join(built, name);

const build: BuildOptions = {
  target: 'es2022',
  // The engines that know `light-dark()`: its translation for others breaks where a page sets no `color-scheme`.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  emptyOutDir: true,
  // A `data:` address is a hole in a content security policy that nothing here needs.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
};

/** Where the demo partner finds the portal; `npm start` sets it, since ports are variables. */
const portal = process.env['VITE_DEMO_PORTAL_URL'] ?? 'http://localhost:4173';

/** Words in the pages' markup that the operator decides. */
const wordsInPages: Plugin = {
  name: 'words-in-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replaceAll('%BRAND%', createBrand(process.env).name).replaceAll('%PORTAL%', portal),
  },
};

const part = (name: string): string => readFileSync(folder(`demo/parts/${name}.html`), 'utf8').trimEnd();

/** What several of the demo partner's documents hold; the body of each way to embed is one. */
const sharedParts: Plugin = {
  name: 'shared-parts',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { filename }) =>
      html
        .replace('%HEAD%', () => part('head'))
        .replace('%TOP%', () => part('top'))
        .replace('%WAY%', () => part('way'))
        .replace('%RECEIVED%', () => part('received'))
        .replaceAll('%PAGE%', basename(filename, '.html')),
  },
};

const plugins = [react(), playfab(), settledConfig()];
const pages: UserConfig = { root: folder('host-site'), plugins };

/** What the portal's pages load; the next build writes their documents. */
const site: UserConfig = {
  ...pages,
  plugins: [...plugins, formsVersion(built)],
  define: { __SCRIPT_FOLDER__: '"assets"' },
  publicDir: 'public',
  build: {
    ...build,
    outDir: output('site'),
    manifest: true,
    rolldownOptions: {
      input: ['host-site/main.tsx', ...formTags.map(controllerSource)].map(folder),
      preserveEntrySignatures: 'allow-extension',
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
};

/** The program that writes them. What a tag is made of is never run there. */
const prerender: UserConfig = {
  ...pages,
  plugins: [...plugins, inlineScripts(plugins)],
  publicDir: false,
  build: {
    ...build,
    ssr: 'prerender/main.ts',
    outDir: output('prerender'),
    rolldownOptions: { external: /\.element\.ts$/, output: { entryFileNames: 'prerender.js' } },
  },
};

/** Gives the demo partner the forms that its pages hand out; one of its pages is such code, pasted as it is. */
const embedding: Plugin = {
  name: 'embedding',
  config: () => ({ define: { __FORMS__: JSON.stringify(readForms(built)) } }),
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('%EMBED_CODE%', () =>
        embedCode({ tag: 'maths-sign-up', frame: false, language: 'en', origin: 'demo', portal }, readForms(built)),
      ),
  },
};

/** The demo partner: plain documents, as somebody else's website would have them. */
const demo: UserConfig = {
  root: folder('demo'),
  plugins: [sharedParts, wordsInPages, embedding],
  publicDir: false,
  define: { 'import.meta.env.VITE_DEMO_PORTAL_URL': JSON.stringify(portal) },
  build: {
    ...build,
    outDir: output('demo'),
    rolldownOptions: {
      input: ['index', 'inline', 'frame', 'listener', 'instant', 'playground', 'stores', 'class'].map((page) =>
        folder(`demo/${page}.html`),
      ),
    },
  },
};

const builds: Partial<Record<string, UserConfig>> = { demo, prerender };

/** `vite build -c vite.site.config.ts`, and the same with `--mode prerender` and `--mode demo`. */
export default defineConfig(({ mode }) => builds[mode] ?? site);
