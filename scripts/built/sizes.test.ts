import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import signInFrench from '../../locales/fr/sign-in.json' with { type: 'json' };
import signUpEnglish from '../../locales/en/sign-up.json' with { type: 'json' };
import dashboardEnglish from '../../locales/en/dashboard.json' with { type: 'json' };
import teacherEnglish from '../../locales/en/teacher-sign-up.json' with { type: 'json' };
import classEnglish from '../../locales/en/classroom-update.json' with { type: 'json' };
import { builtFolder, withImports } from './built-files.ts';
import { filesOfASignIn, type Loaded } from './sign-in-page.ts';

const kilobyte = 1024;
const brotli = (bytes: Buffer): number => brotliCompressSync(bytes).length;
const elements = join(builtFolder, 'elements');
const sizeOf = (name: string): number => brotli(readFileSync(join(elements, name)));
const sizeWithImports = (entry: string): number =>
  [...withImports(elements, entry)].map(sizeOf).reduce((sum, size) => sum + size, 0);

describe('the sizes, compressed with brotli', () => {
  let loaded: Loaded[] = [];
  const text = () => loaded.map(({ bytes }) => bytes.toString()).join('\n');
  beforeAll(async () => {
    loaded = await filesOfASignIn('<script type="module" src="/elements/loader.js"></script>');
  }, 60_000);

  it.each(['loader.js', 'loader.fr.js'])(
    '%s, with the forms of its language, is at most 5 KB and imports nothing',
    (file) => {
      expect(sizeOf(file)).toBeLessThanOrEqual(5 * kilobyte);
      expect([...withImports(elements, file)]).toEqual([file]);
    },
  );

  it('the classic script is at most 70 KB', () => {
    expect(sizeOf('maths-portal.classic.js')).toBeLessThanOrEqual(70 * kilobyte);
  });

  it('the classic script has the words of its own tags and of no other', () => {
    const script = readFileSync(join(elements, 'maths-portal.classic.js'), 'utf8');
    for (const words of [signUpEnglish.heading, teacherEnglish.forms.create.heading]) expect(script).toContain(words);
    for (const words of [dashboardEnglish.heading, classEnglish.opening]) expect(script).not.toContain(words);
  });

  it('everything that a sign-in needs up to its success is at most 66 KB', () => {
    const sizes = Object.fromEntries(loaded.map(({ path, bytes }) => [path, brotli(bytes)]));
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    console.info(`a sign-in loads ${(total / kilobyte).toFixed(1)} KB`, sizes);
    expect(total).toBeLessThanOrEqual(66 * kilobyte);
  });

  it("a sign-in page never loads another widget's chunk", () => {
    // The loader draws the sign-up form too.
    const chunks = loaded.filter(({ path }) => path !== '/elements/loader.js').map(({ bytes }) => bytes.toString());
    expect(chunks.join('\n')).not.toContain(signUpEnglish.heading);
    expect(text()).not.toContain(dashboardEnglish.heading);
    expect(loaded.filter(({ path }) => /sign-up|dashboard|reset-password|classroom|levels|embed/.test(path))).toEqual(
      [],
    );
  });

  it('a sign-in page carries nothing of School Zone', () => {
    expect(text()).not.toMatch(/\/api\/schoolzone|TEACHER_/);
  });

  it.each([
    ['embed', 7],
    ['teacher-sign-up', 60],
    ['classroom', 65],
    ['classroom-update', 56],
    ['levels', 67],
  ])('%s, without its words, is at most %i KB', (name, budget) => {
    const size = sizeWithImports(`${name}.js`);
    console.info(
      `${name} is ${(size / kilobyte).toFixed(1)} KB, ${(sizeOf(`${name}.js`) / kilobyte).toFixed(1)} KB its own`,
    );
    expect(size).toBeLessThanOrEqual(budget * kilobyte);
  });

  it('an English sign-in page loads nothing French', () => {
    expect(text()).not.toContain(signInFrench.forgotten);
  });

  it('a sign-in page that is not framed loads no post-robot', () => {
    expect(text()).not.toContain('postRobot');
    expect(loaded.filter(({ path }) => /post-robot/.test(path))).toEqual([]);
  });
});
