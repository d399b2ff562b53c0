import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { chunkGroups } from './elements/build/chunk-groups.ts';
import { elementSource, manifestName } from './elements/build/manifest.ts';
import { formsInLoader, defineFormsVersion } from './elements/build/forms-vite-plugin.ts';
import { designTokens, settledConfig, targets } from './scripts/build/vite-plugins.ts';
import { tagNames } from './src/contracts/tags.ts';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

/**
 * The library for partners, three environments of one build:
 * `client`: ES modules. App mode, because lib mode keeps white space.
 * `embed`: `<maths-embed>` alone. A page with a frame loads nothing that only forms need.
 * `loader`: one file without imports. It shows the prerendered forms and loads the files of `client`.
 */
const entries = {
  index: 'elements/index.ts',
  configure: 'elements/configure.ts',
  ...Object.fromEntries(
    tagNames
      .filter((tag) => tag !== 'maths-embed')
      .map((tag) => [`${tag.replace('maths-', '')}-element`, elementSource(tag)]),
  ),
};

/**
 * Writes a file with a stable name for each entry: `sign-in.js` contains only an import of the entry, whose name
 * contains a hash. No other file imports the stable one, because a browser can have it from another release.
 */
const stableAddresses = (): Plugin => ({
  name: 'maths-portal:stable-addresses',
  applyToEnvironment: ({ name }) => name !== 'loader',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.isEntry) continue;
      const fileName = `${file.name.replace(/-element$/, '')}.js`;
      this.emitFile({ type: 'asset', fileName, source: `export * from './${file.fileName}';\n` });
    }
  },
});

/**
 * Replaces Vite's helper for dynamic imports. It preloads nothing here, and would fire `vite:preloadError` on the
 * window of a partner, whose page may reload itself then.
 */
const plainImports = (): Plugin => ({
  name: 'maths-portal:plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
});

/** Files never change under their names. `stableAddresses` adds an address for each entry. */
const names = {
  entryFileNames: 'chunks/[name]-[hash].js',
  chunkFileNames: ({ facadeModuleId }: { facadeModuleId: string | null }) =>
    `chunks/${/features\/([\w-]+)\/view\.tsx$/.exec(facadeModuleId ?? '')?.[1]?.concat('-view') ?? '[name]'}-[hash].js`,
};

const folder = resolve(process.env['BUILD_FOLDER'] ?? 'dist');
const plugins = [react(), playfab(), settledConfig(), designTokens()];

const library: UserConfig = {
  // Chunks are loaded from the folder of the script at any origin.
  base: './',
  publicDir: false,
  plugins: [...plugins, plainImports(), stableAddresses(), defineFormsVersion(folder), formsInLoader(folder)],
  build: {
    target: targets,
    minify: 'oxc',
    reportCompressedSize: false,
    outDir: join(folder, 'elements'),
    emptyOutDir: true,
    // The loader and the pages preload what a form's first file imports. A view's files are requested at once.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        // Used by the loader and the widgets' documents, which are built later.
        manifest: manifestName,
        rolldownOptions: {
          input: entries,
          preserveEntrySignatures: 'allow-extension',
          output: {
            ...names,
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
          input: { 'embed-element': elementSource('maths-embed') },
          output: names,
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

/** Builds the program that renders the forms. It must run before all other builds. */
const forms: UserConfig = {
  publicDir: false,
  plugins,
  ssr: { noExternal: ['playfab-web-sdk'] },
  // Services are created but never used.
  define: { window: 'globalThis' },
  // 1 is Lightning CSS's `Features.Nesting`. Nested rules are expanded, so that a filter can process one rule at a
  // time.
  css: { lightningcss: { include: 1 } },
  build: {
    target: targets,
    cssMinify: true,
    ssr: 'elements/build/render-forms.tsx',
    outDir: join(folder, 'forms'),
    rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
  },
};

/**
 * `vite build -c vite.lib.config.ts`. Before it, the same command with `--mode forms` and the program that it builds
 * must run.
 */
export default defineConfig(({ mode }) => (mode === 'forms' ? forms : library));
