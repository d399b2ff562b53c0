import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import signInFrench from '../../locales/fr/sign-in.json' with { type: 'json' };
import signUpEnglish from '../../locales/en/sign-up.json' with { type: 'json' };
import dashboardEnglish from '../../locales/en/dashboard.json' with { type: 'json' };
import { builtFolder } from './built-files.ts';
import { filesOfASignIn, type Loaded } from './sign-in-page.ts';

const kilobyte = 1024;
const brotli = (bytes: Buffer): number => brotliCompressSync(bytes).length;
const built = (name: string): Buffer => readFileSync(join(builtFolder, 'elements', name));

describe('the sizes, compressed with brotli', () => {
  let loaded: Loaded[] = [];
  const text = () => loaded.map(({ bytes }) => bytes.toString()).join('\n');
  beforeAll(async () => {
    loaded = await filesOfASignIn('<script type="module" src="/elements/loader.js"></script>');
  }, 60_000);

  it('the loader, with what it imports at once, is at most 2 KB', () => {
    const imported = [
      ...built('loader.js')
        .toString()
        .matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g),
    ];
    const files = ['loader.js', ...imported.map(([, name = '']) => name)];
    expect(
      files
        .map(built)
        .map(brotli)
        .reduce((sum, size) => sum + size),
    ).toBeLessThanOrEqual(2 * kilobyte);
  });

  it('the classic script is at most 100 KB', () => {
    expect(brotli(built('maths-portal.classic.js'))).toBeLessThanOrEqual(100 * kilobyte);
  });

  it('everything that a sign-in needs up to its success is at most 88 KB', () => {
    const sizes = Object.fromEntries(loaded.map(({ path, bytes }) => [path, brotli(bytes)]));
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    console.info(`a sign-in loads ${(total / kilobyte).toFixed(1)} KB`, sizes);
    expect(total).toBeLessThanOrEqual(88 * kilobyte);
  });

  it("a sign-in page never loads another widget's chunk", () => {
    expect(text()).not.toContain(signUpEnglish.heading);
    expect(text()).not.toContain(dashboardEnglish.heading);
    expect(loaded.filter(({ path }) => /sign-up|dashboard|reset-password|embed/.test(path))).toEqual([]);
  });

  it('an English sign-in page loads nothing French', () => {
    expect(text()).not.toContain(signInFrench.forgotten);
  });

  it('a sign-in page that is not framed loads no post-robot', () => {
    expect(text()).not.toContain('postRobot');
    expect(loaded.filter(({ path }) => /post-robot/.test(path))).toEqual([]);
  });
});
