/**
 * Checks the types of the sources, and in the same program those of the recipes' code, whose relative imports find the
 * files of both.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { main, runNode } from '../setup/processes.mjs';

const guide = readFileSync('docs/contributors/where-to-change.md', 'utf8');
const blocks = [...guide.matchAll(/^```tsx?\n\/\/ (\S+)\n(.*?)^```$/gms)];
const { include } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));

await main(async () => {
  if (blocks.length !== guide.match(/^```tsx?$/gm)?.length) {
    throw new Error(
      'docs/contributors/where-to-change.md: each block of TypeScript begins with a comment that names its file.',
    );
  }
  // The same folder each time, so that the next run checks only what changed.
  const folder = '.cache/recipes';
  rmSync(folder, { recursive: true, force: true });
  for (const [, file = '', code = ''] of blocks) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  const project = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { rootDirs: ['../..', '.'] },
    files: blocks.map(([, file]) => file),
    include: include.map((path: string) => resolve(path)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  return runNode(['node_modules/typescript/bin/tsc', '-p', folder]);
});
