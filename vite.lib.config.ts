import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { formsInLoader, formsVersion } from './elements/forms-vite-plugin.ts';
import { manifestName } from './elements/manifest.ts';
import { reactDom } from './elements/react-dom/react-dom-vite-plugin.ts';
import { settledConfig } from './src/config/settled-vite-plugin.ts';
import { i18next } from './src/i18n/i18next-vite-plugin.ts';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

/**
 * The library for partners, three environments of one build:
 * `client`: ES modules. App mode, because lib mode keeps white space (the React chunk: 303 KB against 222 KB).
 * `loader`: one file without imports, that takes an element's chunk when its tag appears.
 * `classic`: one script for a plain tag. post-robot stays outside, for it is only needed in a frame.
 */
const entries = {
  index: 'elements/index.ts',
  'sign-in': 'elements/sign-in/sign-in.define.ts',
  'sign-up': 'elements/sign-up/sign-up.define.ts',
  dashboard: 'elements/dashboard/dashboard.define.ts',
  'reset-password': 'elements/reset-password/reset-password.define.ts',
  confirmation: 'elements/confirmation/confirmation.define.ts',
  'teacher-sign-up': 'elements/teacher-sign-up/teacher-sign-up.define.ts',
  classroom: 'elements/classroom/classroom.define.ts',
  'classroom-update': 'elements/classroom-update/classroom-update.define.ts',
  levels: 'elements/levels/levels.define.ts',
  embed: 'elements/embed/embed.define.ts',
  // By name, so that the classic script finds it too.
  'post-robot': 'post-robot',
};

/**
 * What half of the elements share is one file, React with it: in pieces it compresses worse (2 KB at a sign-in), and each is
 * a request. Not in it is what `<maths-embed>` uses, which is without React; `sizes` watches that.
 */
const ours = /\/(src|elements\/shared|node_modules)\//;
const ofEmbed =
  /\/(contracts\/(elements|error-codes|language|school-zone)|bridge\/(channel|embed-side|handshake|message)|lib\/shapes|config\/(brand|variables)|shared\/(define|element-language|host|portal-origin|reflect|styles|view)|node_modules\/post-robot)\b/;
const shared = {
  name: 'element',
  test: (id: string) => ours.test(id) && !ofEmbed.test(id),
  minShareCount: 5,
  includeDependenciesRecursively: false,
};

/**
 * `load-words.ts` names every file of words, and the plain script has no chunks: what no tag of its own says is left empty
 * there.
 */
const classicWords = (): Plugin => ({
  name: 'classic-words',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'classic',
  load: {
    filter: { id: /\/locales\/\w+\/(?!(sign-in|sign-up|teacher-sign-up|common|errors|embed)\.)/ },
    handler: () => '{}',
  },
});

/** Stands for `import.meta.url`, which a plain script has not. */
const scriptAddress = '__mathsPortalScript';

/** The engines that know `light-dark()`: its translation for others breaks where a page sets no `color-scheme`. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];

const folder = resolve(process.env['BUILD_FOLDER'] ?? 'dist');
const plugins = [react(), playfab(), i18next(), settledConfig()];

const library: UserConfig = {
  // Chunks find each other beside the script, wherever that is served from.
  base: './',
  publicDir: false,
  plugins: [...plugins, reactDom(), classicWords(), formsVersion(folder), formsInLoader(folder)],
  build: {
    target: 'es2022',
    cssTarget,
    minify: 'oxc',
    reportCompressedSize: false,
    outDir: join(folder, 'elements'),
    emptyOutDir: true,
    // The loader does it for its forms (elements/instant/preload.ts).
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
            codeSplitting: { groups: [shared] },
          },
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
    classic: {
      consumer: 'client',
      // Lib mode leaves both to whoever bundles the library; nobody bundles this.
      define: {
        'process.env.NODE_ENV': JSON.stringify('production'),
        'import.meta.url': scriptAddress,
      },
      build: {
        emptyOutDir: false,
        lib: {
          entry: 'elements/classic.ts',
          formats: ['iife'],
          name: 'MathsPortal',
          fileName: () => 'maths-portal.classic.js',
        },
        rolldownOptions: {
          external: ['post-robot'],
          output: {
            paths: { 'post-robot': './post-robot.js' },
            // Nothing runs where there is no document, but an import there must not fail.
            banner: `var ${scriptAddress} = globalThis.document?.currentScript?.src ?? 'about:blank';`,
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'loader', 'classic']) {
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
  ssr: { noExternal: ['i18next', 'playfab-web-sdk'] },
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
