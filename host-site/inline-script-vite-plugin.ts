import { resolve } from 'node:path';
import { build, type Plugin, type PluginOption } from 'vite';

const prefix = 'virtual:start/';

/**
 * Makes `import page from 'virtual:start/page'` return `start/page.ts` and its imports, bundled as the text of a
 * classic script, for inlining into a document.
 */
export const inlineScripts = (plugins: PluginOption[]): Plugin => ({
  name: 'maths-portal:inline-scripts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null;
    const file = resolve(import.meta.dirname, 'start', `${id.slice(prefix.length + 1)}.ts`);
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
        rolldownOptions: { input: file, output: { format: 'iife' } },
      },
    });
    const [chunk, ...more] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
    if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${file} is more than one script`);
    if (chunk.code.includes('</')) throw new Error(`${file} would end its script tag`);
    return `export default ${JSON.stringify(chunk.code.trim())}`;
  },
});
