import { SourceMap } from 'node:module';
import { createBuilder, type Plugin, type Rolldown } from 'vite';
import { filesOfASignIn } from '../../scripts/checks/built/sign-in-page.ts';
import { keepSection } from '../performance-page.mjs';
import { sharesOf, tableOf } from './shares.ts';

/** Files that count as one part, because their text belongs to no module or has no source map. */
const wholePart = ({ fileName, moduleIds, map }: Rolldown.OutputChunk): string | undefined => {
  if (fileName === 'loader.js') return 'the loader and its prerendered forms';
  if (moduleIds.every((id) => id.includes('/locales/'))) return 'translations';
  return map === null ? 'the bundler' : undefined;
};

const parts = new Map<string, string | SourceMap>();

const collect: Plugin = {
  name: 'collect',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { names = [], sources = [], mappings = '' } = chunk.map ?? {};
        const map = { version: 3, file: '', names, sources, sourcesContent: [], mappings, sourceRoot: '' };
        parts.set(`/elements/${chunk.fileName}`, wholePart(chunk) ?? new SourceMap(map));
      }
    },
  },
};

const builder = await createBuilder({
  configFile: 'vite.lib.config.ts',
  logLevel: 'error',
  plugins: [collect],
  build: { sourcemap: 'hidden' },
});
await builder.buildApp();

const loaded = await filesOfASignIn('<script type="module" src="/elements/loader.js"></script>');
const table = tableOf(
  sharesOf(loaded.map(({ path, bytes }) => ({ text: bytes.toString(), parts: parts.get(path) ?? 'other files' }))),
);
const about = [
  `${loaded.length} files up to a successful sign-in in English on a partner's page, on ${new Date().toISOString().slice(0, 10)};`,
  'written by `npm run bench -- sizes`. What a part needs alone is scaled, so that the parts of a file sum to what the file needs.',
];
keepSection({ mark: 'sizes', heading: 'What a sign-in loads', text: `${about.join('\n')}\n\n${table}` });
console.log(table);
