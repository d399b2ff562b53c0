import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagNames } from '../../src/contracts/elements.ts';
import { builtFolder } from './built-files.ts';

type Target = { types?: string; default?: string };

const { exports: map }: { exports: Record<string, Target | string> } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.entries(map).filter((entry): entry is [string, Target] => typeof entry[1] === 'object');
const modules = entries
  .filter(([, target]) => target.default !== undefined)
  .map(([name]) => name.replace(/^\./, 'maths-portal'));
const built = (path: string) => path.replace(/^\.\/dist\//, `${builtFolder}/`);

/** A partner's project that installed the package. */
const project = mkdtempSync(join(tmpdir(), 'maths-portal-consumer-'));

beforeAll(() => {
  const installed = join(project, 'node_modules/maths-portal');
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  mkdirSync(installed);
  symlinkSync(resolve('package.json'), join(installed, 'package.json'));
  symlinkSync(resolve(builtFolder), join(installed, 'dist'));
  for (const name of ['react', '@types/react', 'csstype'])
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
});
afterAll(() => rmSync(project, { recursive: true }));

const consume = (source: string): string => {
  writeFileSync(join(project, 'page.tsx'), source);
  const options =
    '--noEmit --strict --target es2024 --module nodenext --jsx react-jsx --types react --preserveSymlinks';
  try {
    return execFileSync(
      process.execPath,
      [resolve('node_modules/typescript/bin/tsc'), ...options.split(' '), 'page.tsx'],
      {
        cwd: project,
        encoding: 'utf8',
      },
    );
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
};

describe('the package', () => {
  it.each(entries)('%s leads to files that exist', (_name, { types, default: file }) => {
    for (const path of [types, file]) if (path !== undefined) expect(existsSync(built(path)), path).toBe(true);
  });

  it('has an entry for every tag', () => {
    expect(Object.keys(map)).toEqual(expect.arrayContaining(tagNames.map((tag) => tag.replace('maths-', './'))));
  });

  it.each(modules)('%s can be imported where there is no window', (name) => {
    const source = `await import('${name}'); process.stdout.write('loaded');`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
      cwd: project,
      encoding: 'utf8',
    });
    // The last lines name the error; the first would be a minified file.
    expect(stdout, stderr.slice(-400)).toBe('loaded');
  });

  it('knows its tags and events in plain DOM code', () => {
    expect(
      consume(`
        import 'maths-portal/sign-in';
        const element = document.createElement('maths-sign-in');
        element.email = 'parent@example.org';
        element.addEventListener('auth-success', ({ detail }) => detail.userID.toUpperCase());
        element.addEventListener('auth-error', ({ detail: { code } }) => code === 'GENERIC_ERROR');
        // @ts-expect-error no such theme
        element.theme = 'blue';
        const teacher = document.createElement('maths-teacher-sign-up');
        teacher.mode = 'update';
        teacher.addEventListener('update-requested', ({ detail }) => Object.keys(detail));
        teacher.addEventListener('auth-success', ({ detail }) => detail.classroomCode?.toUpperCase());
        // @ts-expect-error an event of another element
        teacher.addEventListener('signed-out', ({ detail }) => detail);
      `),
    ).toBe('');
  });

  it("knows its tags in React's JSX", () => {
    expect(
      consume(`
        import type {} from 'maths-portal/react';
        export const page = <maths-embed widget="signin" origin="demo" onauth-success={({ detail }) => detail.playfabID} />;
        export const teacher = <maths-teacher-sign-up mode="update" onupdate-requested={() => undefined} />;
        // @ts-expect-error no such mode
        export const lost = <maths-teacher-sign-up mode="delete" />;
        // @ts-expect-error no such widget
        export const wrong = <maths-embed widget="dashboard" />;
      `),
    ).toBe('');
  });
});
