import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import errors from '../../../locales/en/errors.json' with { type: 'json' };
import teacherForm from '../../../locales/en/teacher-sign-up.json' with { type: 'json' };
import { writeRelease } from '../../build/release.mjs';
import { browserArguments, ensureBrowser } from '../../test-tools/browser.mjs';
import { builtFolder } from './built-files.ts';

/** Another release, as after a deployment. A visitor's browser can have some files of the one before. */
const otherFolder = mkdtempSync(join(tmpdir(), 'maths-portal-release-'));
const buildOther = (): void => {
  const { mode, variables } = JSON.parse(readFileSync(join(builtFolder, 'build.json'), 'utf8'));
  copyFileSync(join(builtFolder, 'forms.json'), join(otherFolder, 'forms.json'));
  const config = ['-c', 'scripts/checks/built/other-release.config.ts', '--logLevel', 'warn'];
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...config], {
    env: { ...process.env, ...variables, APP_MODE: mode, NODE_ENV: 'production', BUILD_FOLDER: otherFolder },
  });
  writeRelease(join(otherFolder, 'elements'));
};

/** The partner `demo` of the build. All its requests are answered in the browser. */
const origin = `http://127.0.0.1:${process.env['DEMO_PORT'] || 4174}`;

const playfabError = (status: number, error: string, errorCode: number) => ({
  status,
  json: { code: status, status: 'Error', error, errorCode, errorMessage: error },
});

/** Answers every other call, of PlayFab too. */
const success = {
  success: true,
  code: 200,
  status: 'OK',
  data: {
    PlayFabId: 'A1',
    SessionTicket: 'ticket',
    EntityToken: { EntityToken: 'entity', Entity: { Id: 'player', Type: 'title_player_account' } },
  },
};

/** Forms that are refused, so that the view is loaded to say why. */
const forms = [
  {
    tag: 'maths-sign-in',
    typed: { email: 'parent@mail.example', password: 'a wrong password' },
    call: '/LoginWithEmailAddress',
    answer: playfabError(401, 'InvalidEmailOrPassword', 1142),
    sentence: errors.InvalidEmailOrPassword,
  },
  {
    tag: 'maths-sign-up',
    typed: { email: 'taken@mail.example', password: 'a long password' },
    call: '/RegisterPlayFabUser',
    answer: playfabError(400, 'EmailAddressNotAvailable', 1006),
    sentence: errors.EmailAddressNotAvailable,
  },
  {
    tag: 'maths-teacher-sign-up',
    typed: { email: 'taken@school.example', name: 'Camille Roy', numStudents: '24' },
    call: '/api/schoolzone/teachers',
    answer: { status: 409, json: { success: false, error: 'TEACHER_ALREADY_EXISTS' } },
    sentence: teacherForm.problems.TEACHER_SIGNUP_TEACHER_ALREADY_EXISTS_WIDGET.split('.')[0] ?? '',
  },
];

/** Addresses of the elements that stay the same from release to release, so that a browser can have old files of them. */
const cachedFiles = [
  ['the loader and the controllers', /^(loader|[\w-]+-controller)\.js$/],
  ['the elements', /^(sign-in|sign-up|teacher-sign-up)\.js$/],
] as const;

const releases = [
  ['the other release', 'this release', otherFolder, builtFolder],
  ['this release', 'the other release', builtFolder, otherFolder],
] as const;

const cases = forms.flatMap((form) =>
  cachedFiles.flatMap(([what, files]) =>
    releases.map(([of, newest, cached, served]) => ({ ...form, what, files, of, newest, cached, served })),
  ),
);

describe('a page with files of two releases', () => {
  let browser: Browser;
  beforeAll(async () => {
    buildOther();
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(otherFolder, { recursive: true });
  });

  it.each(cases)(
    'says why $tag was refused with $what of $of and the rest of $newest',
    async ({ tag, typed, call, answer, sentence, files, cached, served }) => {
      const page = `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"></head><body>
<script type="module" src="/elements/loader.js"></script><${tag} origin="demo"></${tag}></body></html>`;
      /** The server has the files of both releases whose names contain a hash, and the others of the newest one. */
      const built = (file: string): string | undefined =>
        (files.test(file) ? [cached, served] : [served, cached])
          .map((folder) => join(folder, 'elements', file))
          .find(existsSync);
      const respond = (route: Route): Promise<void> => {
        const { pathname } = new URL(route.request().url());
        if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: page });
        if (pathname.endsWith(call)) return route.fulfill(answer);
        if (!pathname.startsWith('/elements/')) return route.fulfill({ json: success });
        const path = built(pathname.slice('/elements/'.length));
        return path === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ path });
      };
      const tab = await browser.newPage();
      const thrown: string[] = [];
      tab.on('pageerror', (error) => thrown.push(String(error)));
      await tab.route('**/*', respond);
      await tab.goto(origin);
      for (const [name, value] of Object.entries(typed)) await tab.locator(`[name=${name}]`).fill(value);
      await tab.locator('[type=submit]').click();
      await tab.locator('[role=alert]').getByText(sentence).waitFor();
      expect(thrown).toEqual([]);
      await tab.close();
    },
  );
});

describe('the files of a release', () => {
  const elements = join(builtFolder, 'elements');
  const names = globSync('**/*.js', { cwd: elements });
  const named = /^chunks\/[\w-]+-[\w-]{8}\.js$/;

  it('imports only files whose names contain a hash of their content', () => {
    const imports = names.flatMap((name) => {
      const code = readFileSync(join(elements, name), 'utf8');
      return [...code.matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`$]+\.js)["'`]/g)].map(([, path = '']) => ({
        name,
        imported: join(dirname(name), path),
      }));
    });
    expect(imports.length).toBeGreaterThan(names.length);
    expect(imports.filter(({ imported }) => !named.test(imported))).toEqual([]);
  });

  it.each(['loader.js', 'loader.fr.js', 'maths-portal.classic.js'])('names only such files in %s', (loader) => {
    const lists = readFileSync(join(elements, loader), 'utf8').matchAll(/"(?:controller|view)":\[([^\]]+)\]/g);
    const files = [...lists].flatMap(([, list = '']) => list.split(',').map((file) => file.slice(1, -1)));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !named.test(file))).toEqual([]);
  });
});
