import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, type Plugin, type PluginOption } from 'vite';
import { runSource } from '../../elements/build/dev-vite-plugin.ts';
import { isLanguage } from '../../src/contracts/language.ts';
import { documentsPath } from '../../src/contracts/pages.ts';
import { isRouteName } from '../../src/contracts/routes.ts';
import type * as DevDocument from './dev-document.ts';

const inlineRequest = /^virtual:script\/([\w-]+)$/;

/** Makes `import page from 'virtual:script/page'` return the bundled text of `script/page.ts`, for inlining. */
export const inlineScripts = (plugins: PluginOption[]): Plugin => ({
  name: 'maths-portal:inline-scripts',
  resolveId: (id) => (inlineRequest.test(id) ? `\0${id}` : null),
  async load(id) {
    const [, name] = inlineRequest.exec(id.replace('\0', '')) ?? [];
    if (name === undefined) return null;
    const file = resolve(import.meta.dirname, '../script', `${name}.ts`);
    const built = await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins,
      build: {
        target: 'es2022',
        write: false,
        minify: 'oxc',
        modulePreload: false,
        rolldownOptions: {
          input: file,
          preserveEntrySignatures: 'strict',
          output: { format: 'iife' },
        },
      },
    });
    const [chunk, ...more] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
    if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${file} is more than one script`);
    if (chunk.code.includes('</')) throw new Error(`${file} would end its script tag`);
    for (const id of chunk.moduleIds) this.addWatchFile(id);
    return `export default ${JSON.stringify(chunk.code.trim())}`;
  },
});

/** The files that only documents contain: components, the page's script, and the translations of the pages. */
const documentFiles = /\/host-site\/.*\.tsx?$|\/locales\/[a-z]{2}\/(site|legal)\.json$/;

/** Returns a document that shows an error as Vite does. It reloads when the file is repaired. */
const errorDocument = (error: unknown): string => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const shown = { message: stripVTControlCharacters(message), stack: stripVTControlCharacters(stack) };
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Error</title></head>
<body>
<script type="module">
import { ErrorOverlay } from '/@vite/client';
document.body.append(new ErrorOverlay(${JSON.stringify(shown).replaceAll('<', '\\u003c')}));
</script>
</body>
</html>`;
};

/** Renders the portal's pages from their sources at each request, and reloads them when they change. */
export const pagesInDevelopment = (): Plugin => ({
  name: 'maths-portal:pages-in-development',
  enforce: 'pre',
  configureServer(server) {
    const render = async (path: string): Promise<string> => {
      const [, language = '', route = ''] = path.split('/');
      if (!isLanguage(language) || !isRouteName(route)) throw new Error(`There is no page ${path}`);
      const { renderDocument } = await runSource<typeof DevDocument>(server, '/host-site/prerender/dev-document.ts');
      return renderDocument(route, language);
    };
    server.middlewares.use(documentsPath, (request, response, next) => {
      render(request.url ?? '')
        .catch((error: unknown) => {
          server.config.logger.error(error instanceof Error ? error.message : String(error));
          return errorDocument(error);
        })
        .then((html) => response.setHeader('content-type', 'text/html').end(html), next);
    });
  },
  hotUpdate({ file }) {
    if (this.environment.name !== 'client' || !documentFiles.test(file)) return undefined;
    this.environment.hot.send({ type: 'full-reload' });
    return [];
  },
});
