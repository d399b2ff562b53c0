import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { elementSource, manifestName } from './elements/build/manifest.ts';
import { formsInLoader, defineFormsVersion } from './elements/build/forms-vite-plugin.ts';
import { designTokens, settledConfig, targets } from './scripts/build/vite-plugins.ts';
import { definitionOf, isTag, tagNames } from './src/contracts/tags.ts';
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

/** The part of the bundler's module graph that is used here. */
type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** The first file of an element, and the files that only its view needs. */
const roots = {
  element: /\/elements\/([\w-]+)\.ts$/,
  view: /\/features\/([\w-]+)\/view\.tsx$|\/kit\/(feature-view)\.ts$/,
};
/** What every view needs. */
const everyView = 'feature-view';

/** Returns the names of the elements whose entry imports this module statically, directly or not. */
const importersOf = (id: string, graph: ModuleGraph, entry: RegExp): Set<string> => {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const name = entry
      .exec(one)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (name !== undefined) names.add(name);
    else for (const importer of graph.getModuleInfo(one)?.importers ?? []) visit(importer);
  };
  visit(id);
  return names;
};

const isForTeachers = (name: string): boolean => {
  const tag = `maths-${name}`;
  return isTag(tag) && definitionOf(tag).audience === 'teacher';
};

/** The files that several elements load. The first has the highest priority. */
const shared = ['kit', 'teacher', 'parent', 'bridge', 'view'] as const;

/**
 * Returns the file of a module that several elements load. `kit` is what a sign-in and others need first; `teacher` and
 * `parent` what others need first; only frames need `bridge`; only views need `view`, React included. A file that
 * defines a tag is imported by nothing but its entry and its view: another page would define the tag, too.
 */
const sharedFile = (id: string, graph: ModuleGraph): (typeof shared)[number] | null => {
  if (roots.element.test(id)) return null;
  const elements = importersOf(id, graph, roots.element);
  if (!elements.has('sign-in') && id.includes('/src/bridge/')) return 'bridge';
  const all = new Set([...elements, ...importersOf(id, graph, roots.view)]);
  if (all.size < 2 && !all.has(everyView)) return null;
  if (elements.has('sign-in')) return 'kit';
  // It is bundled for `index.js` only, which loads everything.
  elements.delete('embed');
  if (elements.size === 0) return 'view';
  return [...elements].every(isForTeachers) ? 'teacher' : 'parent';
};

/** Defines how modules are split into files, by the module graph. */
const chunkGroups = shared.map((name, index) => ({
  name: (id: string, graph: ModuleGraph) => (sharedFile(id, graph) === name ? name : null),
  debugName: name,
  priority: shared.length - index,
}));

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
