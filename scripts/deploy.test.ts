import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string): string => readFileSync(file, 'utf8');
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

describe('the Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile');

  it('uses the Node version that package.json pins', () => {
    expect(matches(dockerfile, /NODE_VERSION=(.+)/g)).toEqual([JSON.parse(read('package.json')).devDependencies.node]);
  });

  it('takes every variable of the build as an argument, and compose.yaml passes each on', () => {
    const sources = globSync('src/config/*.ts').map(read).join('\n');
    const variables = new Set(matches(sources, /\b(VITE_[A-Z_]+[A-Z])\b/g).filter((name) => !name.includes('_DEMO_')));
    const taken = matches(dockerfile, /^ARG (\w+)$/gm);
    expect(taken.filter((name) => name.startsWith('VITE_')).toSorted()).toEqual([...variables].toSorted());
    expect(matches(read('deploy/compose.yaml'), /^ {8}(\w+):$/gm).toSorted()).toEqual(taken.toSorted());
  });
});
