import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { chunkGroups } from './elements/chunk-groups.ts';
import { formsInLoader, formsVersion } from './elements/forms-vite-plugin.ts';
import { manifestName } from './elements/manifest.ts';
import { settledConfig } from './src/config/settled-vite-plugin.ts';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

/**
 * The library for partners, three environments of one build:
 * `client`: ES modules. App mode, because lib mode keeps white space.
 * `embed`: `<maths-embed>` by itself. A page with a frame loads nothing that only forms need.
 * `loader`: one file without imports. It shows the prerendered forms and loads the files of `client`.
 */
const entries = {
  index: 'elements/index.ts',
  configure: 'elements/configure.ts',
  'sign-in': 'elements/sign-in/sign-in.element.ts',
  'sign-up': 'elements/sign-up/sign-up.element.ts',
  dashboard: 'elements/dashboard/dashboard.element.ts',
  'reset-password': 'elements/reset-password/reset-password.element.ts',
  confirmation: 'elements/confirmation/confirmation.element.ts',
  'teacher-sign-up': 'elements/teacher-sign-up/teacher-sign-up.element.ts',
  classroom: 'elements/classroom/classroom.element.ts',
  'classroom-update': 'elements/classroom-update/classroom-update.element.ts',
  levels: 'elements/levels/levels.element.ts',
  'sign-in-controller': 'elements/sign-in/sign-in.controller.ts',
  'sign-up-controller': 'elements/sign-up/sign-up.controller.ts',
  'teacher-sign-up-controller': 'elements/teacher-sign-up/teacher-sign-up.controller.ts',
};

/** Vite's helper around `import()` waits for style sheets, of which there are none, and costs more than it does. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/** The engines that know `light-dark()`: its translation for others breaks where a page sets no `color-scheme`. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];

const folder = resolve(process.env['BUILD_FOLDER'] ?? 'dist');
const plugins = [react(), playfab(), settledConfig()];

const library: UserConfig = {
  // Chunks find each other beside the script, wherever that is served from.
  base: './',
  publicDir: false,
  define: { __SCRIPT_FOLDER__: '"elements"' },
  plugins: [...plugins, plainImports, formsVersion(folder), formsInLoader(folder)],
  build: {
    target: 'es2022',
    cssTarget,
    minify: 'oxc',
    reportCompressedSize: false,
    outDir: join(folder, 'elements'),
    emptyOutDir: true,
    // The loader does it for its forms (elements/prerendered/preload.ts).
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        // For the loader and the widgets' documents, which are made after it.
        manifest: manifestName,
        rolldownOptions: {
          input: entries,
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    embed: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: { embed: 'elements/embed/embed.element.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    loader: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: { input: { loader: 'elements/loader.ts' }, output: { entryFileNames: '[name].js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'embed', 'loader']) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
    },
  },
};

/** The program that renders the forms, before all else. */
const forms: UserConfig = {
  publicDir: false,
  plugins,
  ssr: { noExternal: ['playfab-web-sdk'] },
  // Services are made, and never used.
  define: { window: 'globalThis' },
  // 1 is Lightning CSS's `Features.Nesting`: written out, so that a filter can look at one rule at a time.
  css: { lightningcss: { include: 1 } },
  build: {
    target: 'es2022',
    cssTarget,
    cssMinify: true,
    ssr: 'elements/prerender.tsx',
    outDir: join(folder, 'forms'),
    rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
  },
};

/** `vite build -c vite.lib.config.ts`, after the same with `--mode forms` and its program. */
export default defineConfig(({ mode }) => (mode === 'forms' ? forms : library));
