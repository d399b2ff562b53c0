/** Writes a table of what a sign-in loads, by package and by layer, into docs/contributors/performance.md. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { createBuilder, type Plugin, type Rolldown } from 'vite';
import { buildSettings } from '../../scripts/build/build-settings.mjs';
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

const script = '<script type="module" src="/elements/loader.js"></script>';

/** Builds twice: the second build writes the elements with source maps. Both read their settings from the environment. */
const loadedFiles = async () => {
  Object.assign(process.env, buildSettings(process.env).variables, { NODE_ENV: 'production' });
  try {
    execFileSync(process.execPath, ['scripts/commands/build.mjs'], { stdio: 'inherit' });
    const builder = await createBuilder({
      configFile: 'vite.lib.config.ts',
      logLevel: 'error',
      plugins: [collect],
      build: { sourcemap: 'hidden' },
    });
    await builder.buildApp();
    return await filesOfASignIn(script);
  } finally {
    rmSync(process.env['BUILD_FOLDER'] ?? '', { recursive: true, force: true });
  }
};

const loaded = await loadedFiles();
const table = tableOf(
  sharesOf(loaded.map(({ path, bytes }) => ({ text: bytes.toString(), parts: parts.get(path) ?? 'other files' }))),
);
const about = [
  `${loaded.length} files up to a successful sign-in in English on a partner's page, on ${new Date().toISOString().slice(0, 10)};`,
  'written by `npm run bench -- sizes`. What a part needs alone is scaled, so that the parts of a file sum to what the file needs.',
];
keepSection({ mark: 'sizes', heading: 'What a sign-in loads', text: `${about.join('\n')}\n\n${table}` });
console.log(table);
