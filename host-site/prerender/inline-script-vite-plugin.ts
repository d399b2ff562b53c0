import { resolve } from 'node:path';
import { build, type Plugin, type PluginOption } from 'vite';

const request = /^virtual:script\/([\w-]+)$/;

/**
 * Makes `import page from 'virtual:script/page'` return `script/page.ts` and its imports, bundled as the text of a
 * classic script, for inlining into a document.
 */
export const inlineScripts = (plugins: PluginOption[]): Plugin => ({
  name: 'maths-portal:inline-scripts',
  resolveId: (id) => (request.test(id) ? `\0${id}` : null),
  async load(id) {
    const [, name] = request.exec(id.replace('\0', '')) ?? [];
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
