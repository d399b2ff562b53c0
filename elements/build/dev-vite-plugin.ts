import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import { isLanguage } from '../../src/contracts/language.ts';
import { changedMessagesEvent } from '../../src/i18n/changed-messages.ts';
import type * as DevForms from './dev-forms.ts';
import { classicAddress } from './forms-vite-plugin.ts';

/**
 * Runs a source file in the dev server. After a change, the next call runs the new one.
 * @param file its path from the project's folder
 */
export const runSource = async <Module>(server: ViteDevServer, file: string): Promise<Module> => {
  const { ssr } = server.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('The dev server cannot run modules');
  const { runner } = ssr;
  const module = await runner.import<Module>(file);
  const current = runner.evaluatedModules.getModulesByFile(join(server.config.root, file)) ?? [];
  // A change discards all modules. An import that was running then has old and new ones, which know nothing of each other.
  return [...current].some(({ exports }) => exports === module) ? module : runSource(server, file);
};

/** Files that are loaded before all others. The imports define the build's constants and prepare Fast Refresh. */
const firstFiles = /\/elements\/.*\.(element|form)\.ts$/;
const firstImports = "import '/@vite/client';import '@vitejs/plugin-react/preamble';";

/** The names of the files of the build: `/elements/sign-in.js`. A loader of a language is the same one. */
const builtFile = /^\/elements\/([\w-]+)(?:\.[a-z]{2})?\.js$/;
const entry = '\0maths-portal:entry/';

const sourceOf = (name: string): string => {
  if (['index', 'configure', 'loader'].includes(name)) return `/elements/${name}.ts`;
  const form = name.replace(/-controller$/, '');
  return `/elements/${form}/${form}.${form === name ? 'element' : 'form'}.ts`;
};

const style = /\.css\?inline$/;
const liveStyle = '\0maths-portal:style';

/** Returns a module with the text of a style sheet. When the file changes, it replaces the text where it is in use. */
const liveStyleModule = (url: string): string => `
import css from '${url}';
import { replaceInSheets } from '/elements/runtime/styles.ts';
let current = css;
import.meta.hot.accept('${url}', (next) => {
  replaceInSheets(current, next.default);
  current = next.default;
});
export default css;`;

/** The messages that a page loads. The others belong to the backend, or are part of a script. */
const messages = /\/locales\/([a-z]{2})\/(?!(?:mail|embed|payment-simulator)\.)([\w-]+)\.json$/;

/** The script for a tag without `type="module"`. */
const classicScript = `import(new URL('loader.js', ${classicAddress}).href)`;

/** Contains the rendered forms. */
const formsFile = /\/elements\/loader\.ts$/;

/**
 * Serves the elements from their sources under the names that they have in the build. A changed component, style sheet
 * or translation is replaced in the open pages; any other change reloads them.
 */
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
        server.middlewares.use('/elements/develop-and-test.md', (_request, response) => {
          response.setHeader('content-type', 'text/markdown').end(readFileSync('docs/partners/develop-and-test.md'));
        });
      },
      async resolveId(source, importer) {
        const name = builtFile.exec(source)?.[1];
        if (name !== undefined) return entry + name;
        // A request of a browser has no importer.
        const isImport = importer !== undefined && !importer.startsWith(liveStyle);
        if (this.environment.name !== 'client' || !style.test(source) || !isImport) return null;
        const resolved = await this.resolve(source, importer);
        return resolved && `${liveStyle}${resolved.id.replace('?inline', '')}.js`;
      },
      load(id) {
        if (id.startsWith(entry)) return `export * from '${sourceOf(id.slice(entry.length))}'`;
        if (id.startsWith(liveStyle)) {
          const file = id.slice(liveStyle.length, -'.js'.length);
          return liveStyleModule(`/${relative(server.config.root, file)}?inline`);
        }
        // The selection needs minified styles. A hot replacement needs each sheet as a whole.
        if (id.endsWith('/elements/build/critical-css.ts')) return 'export const criticalCss = (css) => css;';
        return null;
      },
      async transform(code, id) {
        if (this.environment.name !== 'client') return null;
        if (firstFiles.test(id)) return { code: firstImports + code, map: null };
        if (!formsFile.test(id)) return null;
        const { renderLoaderForms } = await runSource<typeof DevForms>(server, '/elements/build/dev-forms.ts');
        const forms = JSON.stringify(await renderLoaderForms());
        const withForms = code
          .replace('= __FORMS__', () => `= ${forms}`)
          .replace('= __OTHER_FORMS__', '= {}')
          // The dev server has one address for each file.
          .replace('__RELEASE__', '.');
        return { code: withForms, map: null };
      },
      async hotUpdate({ file, read }) {
        if (this.environment.name !== 'client') return undefined;
        const { moduleGraph, hot } = this.environment;
        for (const [id, module] of moduleGraph.idToModuleMap) {
          if (formsFile.test(id)) moduleGraph.invalidateModule(module);
        }
        const [, language = '', name = ''] = messages.exec(file) ?? [];
        if (!isLanguage(language)) return undefined;
        hot.send(changedMessagesEvent, { language, name, messages: JSON.parse(await read()) });
        return [];
      },
    },
  ];
};
