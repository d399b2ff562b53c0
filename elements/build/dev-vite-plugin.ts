import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import type * as DevForms from './render-forms.tsx';
import { classicAddress } from './forms-vite-plugin.ts';

/** Runs a source file, named by its path from the project's folder, in the dev server; after a change, the new one. */
export const runSource = async <Module>(server: ViteDevServer, file: string): Promise<Module> => {
  const { ssr } = server.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('The dev server cannot run modules');
  const { runner } = ssr;
  const module = await runner.import<Module>(file);
  const current = runner.evaluatedModules.getModulesByFile(join(server.config.root, file)) ?? [];
  // A change discards all modules. An import that was running then has old and new ones, which know nothing of each
  // other.
  return [...current].some(({ exports }) => exports === module) ? module : runSource(server, file);
};

/** Files that are loaded before all others. The imports define the build's constants and prepare Fast Refresh. */
const firstFiles = /\/elements\/(?!loader)[\w-]+\.ts$/;
const firstImports = "import '/@vite/client';import '@vitejs/plugin-react/preamble';";

/** The names of the files of the build: `/elements/sign-in.js`. A loader of a language is the same one. */
const builtFile = /^\/elements\/([\w-]+)(?:\.[a-z]{2})?\.js$/;
const entry = '\0maths-portal:entry/';

/** The script for a tag without `type="module"`. */
const classicScript = `import(new URL('loader.js', ${classicAddress}).href)`;

const guide = (): string =>
  readFileSync('docs/partners/tag-and-package.md', 'utf8').replaceAll(
    'https://portal.example',
    process.env['VITE_DEMO_PORTAL_URL'] ?? 'http://localhost:4173',
  );

/** Contains the rendered forms. */
const formsFile = /\/elements\/loader\.ts$/;

/** Serves the elements from their sources under their names in the build. Vite's React plugin replaces components. */
export const elementsInDevelopment = (): Plugin[] => {
  let server: ViteDevServer;

  return [
    {
      name: 'maths-portal:elements-in-development',
      enforce: 'pre',
      configureServer(created) {
        server = created;
        server.middlewares.use('/elements/maths-portal.classic.js', (_request, response) => {
          response.setHeader('content-type', 'text/javascript').end(classicScript);
        });
        server.middlewares.use('/elements/tag-and-package.md', (_request, response) => {
          response.setHeader('content-type', 'text/markdown').end(guide());
        });
      },
      resolveId(source) {
        const name = builtFile.exec(source)?.[1];
        return name === undefined ? null : entry + name;
      },
      load(id) {
        if (id.startsWith(entry)) return `export * from '/elements/${id.slice(entry.length)}.ts'`;
        // The selection needs minified styles.
        if (id.endsWith('/elements/build/critical-css.ts')) return 'export const criticalCss = (css) => css;';
        return null;
      },
      async transform(code, id) {
        if (this.environment.name !== 'client') return null;
        if (firstFiles.test(id)) return { code: firstImports + code, map: null };
        if (!formsFile.test(id)) return null;
        const { fillLoaderInDevelopment } = await runSource<typeof DevForms>(
          server,
          '/elements/build/render-forms.tsx',
        );
        const filled = await fillLoaderInDevelopment(code);
        // The dev server has one address for each file.
        return { code: filled.replace('__RELEASE__', '.'), map: null };
      },
      /** A page that is loaded again shows the forms of the changed sources. */
      hotUpdate() {
        const { name, moduleGraph } = this.environment;
        if (name !== 'client') return;
        for (const [id, module] of moduleGraph.idToModuleMap) {
          if (formsFile.test(id)) moduleGraph.invalidateModule(module);
        }
      },
    },
  ];
};
