import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagNames } from '../../../src/contracts/tags.ts';
import { entries } from '../../build/package/write.ts';
import { type PackedPackage, packPackage } from './built-files.ts';

const portal = 'https://portal.partners-test.example';
const modules = Object.keys(entries).map((name) => name.replace(/^\./, 'maths-portal'));

const partners = {
  VITE_PARTNERS: 'shop=https://shop.example|http://localhost:3000,other=https://other.example',
  VITE_PLAYFAB_URL: 'https://a1b2c.playfabapi.com',
};

let packed: PackedPackage;
/** Creates a partner's project that installed the package. */
const project = mkdtempSync(join(tmpdir(), 'maths-portal-consumer-'));

beforeAll(() => {
  packed = packPackage(portal, partners, ['--key', 'shop']);
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(packed.folder, join(project, 'node_modules/maths-portal'));
  for (const name of ['react', '@types/react', 'csstype', 'preact', 'solid-js'])
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
}, 300_000);
afterAll(() => {
  packed.remove();
});

const read = (file: string): string => readFileSync(join(packed.folder, file), 'utf8');

const consume = (source: string, jsx: string): string => {
  writeFileSync(join(project, 'page.tsx'), source);
  const options = `--noEmit --strict --target es2024 --module nodenext --preserveSymlinks ${jsx}`.trim();
  try {
    const command = [resolve('node_modules/typescript/bin/tsc'), ...options.split(' '), 'page.tsx'];
    return execFileSync(process.execPath, command, { cwd: project, encoding: 'utf8' });
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
};

describe('the package', () => {
  it('depends on nothing, so it can be installed beside every version of React', () => {
    const { dependencies, optionalDependencies, peerDependencies, engines } = JSON.parse(read('package.json'));
    expect({ dependencies, optionalDependencies, peerDependencies, engines }).toEqual({});
  });

  it('contains the pages and the examples for partners, and no compressed copies', () => {
    const files = globSync('**/*.*', { cwd: packed.folder });
    const guides = ['policies', 'reference', 'results', 'tag-and-package', 'theming', 'elements/sign-in'];
    const examples = ['html', 'react', 'nextjs', 'vue', 'svelte', 'angular'];
    const wanted = ['README.md', 'CHANGELOG.md', ...guides.map((name) => `docs/${name}.md`)];
    expect(files).toEqual(expect.arrayContaining([...wanted, ...examples.map((name) => `examples/${name}/README.md`)]));
    expect(existsSync(join(packed.folder, 'LICENSE'))).toBe(true);
    expect(files.filter((file) => /\.(br|gz)$/.test(file))).toEqual([]);
  });

  it('links only to files of the package in its pages', () => {
    const broken = globSync('**/*.md', { cwd: packed.folder }).flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, path = '']) => join(dirname(page), path))
        .filter((path) => !existsSync(join(packed.folder, path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(broken).toEqual([]);
  });

  it('contains the portal and the keys of VITE_PARTNERS, and no default key or demo partner', () => {
    expect(read('README.md')).toContain(`${portal}/elements/loader.js`);
    const code = globSync('elements/**/*.js', { cwd: packed.folder }).map(read).join('\n');
    for (const origin of [portal, 'https://shop.example', 'http://localhost:3000']) expect(code).toContain(origin);
    expect(code).not.toContain('web2wave');
    expect(code).not.toContain('127.0.0.1:4174');
    expect(packed.output).toContain('PLAYFAB_TITLE_ID is not set');
    expect(packed.output).not.toContain('VITE_PARTNERS is not set');
  });

  it('names the partner’s key, origins and policy in its pages, and no key of an example', () => {
    const pages = globSync('{README.md,docs/**/*.md,examples/**/*.*}', { cwd: packed.folder });
    expect(pages.filter((page) => /web2wave|your-key|origin="demo"|with your key\./.test(read(page)))).toEqual([]);
    const guide = (name: string): string => read(join('docs', `${name}.md`));
    expect(guide('tag-and-package')).toContain('<maths-sign-in origin="shop">');
    expect(read('README.md')).toContain('your key, `shop`: `https://shop.example`, `http://localhost:3000`.');
    const policy = guide('policies');
    for (const way of [`script tag, classic script | \`script-src ${portal}; `, 'package | `'])
      expect(policy).toContain(`| ${way}connect-src ${portal} https://a1b2c.playfabapi.com\` |`);
    expect(policy).not.toContain('<title>');
  });

  it('names only files of the package in its manifest', () => {
    const manifest: { modules: { path: string }[] } = JSON.parse(read('custom-elements.json'));
    expect(manifest.modules).toHaveLength(tagNames.length);
    expect(manifest.modules.filter(({ path }) => !existsSync(join(packed.folder, path)))).toEqual([]);
  });

  it('passes publint with the package', async () => {
    const { messages, pkg } = await publint({ pkgDir: packed.folder, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it.each(modules)('imports %s in an environment without a window', (name) => {
    const source = `await import('${name}'); process.stdout.write('loaded');`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
      cwd: project,
      encoding: 'utf8',
    });
    // The last lines contain the error; the first one would be a line of a minified file.
    expect(stdout, stderr.slice(-400)).toBe('loaded');
  });

  it('types its tags and events in plain DOM code', () => {
    const source = `
        import 'maths-portal/sign-in';
        import type { AuthResult, ErrorCode } from 'maths-portal';
        const element = document.createElement('maths-sign-in');
        element.email = 'parent@example.org';
        element.lightDom = true;
        element.addEventListener('auth-success', ({ detail }) => detail.userID.toUpperCase());
        element.addEventListener('auth-error', ({ detail: { code } }) => code === 'GENERIC_ERROR');
        // @ts-expect-error no such theme
        element.theme = 'blue';
        const teacher = document.createElement('maths-teacher-sign-up');
        teacher.addEventListener('auth-success', ({ detail }) => detail.classroomCode?.toUpperCase());
        // @ts-expect-error an attribute of another element
        teacher.coupon = 'WELCOME20';
        const results: AuthResult[] = [];
        document.addEventListener('auth-success', (event) => results.push(event.detail));
        const codes = new Set<ErrorCode>(['OFFLINE', 'TEACHER_ALREADY_EXISTS']);
        // @ts-expect-error no such code
        codes.has('NO_SUCH_CODE');`;
    expect(consume(source, '')).toBe('');
  });

  it.each([
    ['react', '--jsx react-jsx --types react', 'on', 'className="wide" tabIndex={0}'],
    ['preact', '--jsx react-jsx --jsxImportSource preact', 'on', 'className="wide" tabIndex={0}'],
    ['solid', '--jsx preserve --jsxImportSource solid-js', 'on:', 'class="wide" classList={{ open: true }}'],
  ])('types its tags and events in the JSX of %s', (name, options, on, every) => {
    const source = `
        import 'maths-portal/sign-in';
        import type {} from 'maths-portal/${name}';
        export const page = (
          <maths-sign-in origin="demo" lang="fr" light-dom id="form" ${every}
            ${on}auth-success={({ detail }) => detail.userID.toUpperCase()} onClick={() => undefined}
            ref={(element) => void element?.whenReady.then(() => element.email)}>
            <a href="https://portal.example/signin">Log in</a>
          </maths-sign-in>
        );
        export const framed = <maths-embed widget="signin" ${on}auth-success={({ detail }) => detail.playfabID} />;
        export const update = <maths-teacher-sign-up mode="update" ${on}update-requested={() => undefined} />;
        // @ts-expect-error no such mode
        export const lost = <maths-teacher-sign-up mode="delete" />;
        // @ts-expect-error no such widget
        export const wrong = <maths-embed widget="dashboard" />;
        // @ts-expect-error no such language
        export const german = <maths-sign-in lang="de" />;
        // @ts-expect-error no such member
        export const other = <maths-sign-up ${on}auth-success={({ detail }) => detail.classroom} />;`;
    expect(consume(source, options)).toBe('');
  });
});

it.each([
  [[], '--portal is missing'],
  [['--portal', 'http://portal.example'], 'must be an https address without a path'],
  [['--portal', 'https://portal.example/app'], 'must be an https address without a path'],
  [['--portal', 'https://portal.example', '--license', 'no-such-file'], 'the file "no-such-file" does not exist'],
])('rejects npm run package %j with an explanation', (args, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/commands/package.ts', ...args], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});
