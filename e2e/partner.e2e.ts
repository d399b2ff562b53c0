import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalServer } from '../scripts/test-tools/ports.ts';
import type { WidgetName } from '../src/contracts/tags.ts';
import type { Language } from '../src/contracts/language.ts';
import { recordConsoleErrors, servePage } from './support/browser.ts';
import { demoUrl, portalUrl, testBuild } from './support/settings.ts';
import { fillIn, newParent, type Scope, storedSession, submit, openAccount, send } from './support/parent.ts';
import { setUpPage, page } from './support/setup.ts';
import { fillInTeacher, newTeacher } from './support/school.ts';

setUpPage();

describe('the demo partner', () => {
  let consoleErrors: string[];
  /** The three ways to embed, the language of each page, and the place of the form in it. */
  const ways: { name: string; language: Language; form: (page: Page) => Scope; hears: RegExp[] }[] = [
    { name: 'inline', language: 'fr', form: (at) => at, hears: [/auth-success/, /127\.0\.0\.1/] },
    { name: 'frame', language: 'en', form: (at) => at.frameLocator('iframe'), hears: [/auth-success/, /localhost/] },
    { name: 'listener', language: 'fr', form: (at) => at.frameLocator('iframe'), hears: [/localhost/] },
  ];

  const submitWord = {
    en: { signup: /account|sign up/i, signin: /log in|sign in/i },
    fr: { signup: /compte|inscri/i, signin: /connect/i },
  };

  const open = async (name: string, widget: WidgetName, language: Language): Promise<void> => {
    consoleErrors = recordConsoleErrors(page);
    await page.goto(`${demoUrl}/?way=${name}&lang=${language}&widget=${widget}`);
  };

  describe.each(ways)('the form on the $name page, in $language', ({ name, language, form, hears }) => {
    const parent = newParent();

    const expectResult = async (more: string[] = []): Promise<void> => {
      const log = page.locator('#log');
      for (const heard of hears) await log.getByText(heard).first().waitFor();
      const received = (await log.textContent()) ?? '';
      for (const field of ['session', 'userID', 'playfabID', 'idToken', 'created', ...more])
        expect(received).toContain(`"${field}"`);
      await expect.poll(() => log.locator('li').count()).toBe(hears.length);
      expect(consoleErrors).toEqual([]);
    };

    it('signs a parent up and in, and a teacher up: the page gets each result once, and stores nothing', async () => {
      for (const widget of ['signup', 'signin'] as const) {
        await open(name, widget, language);
        await fillIn(form(page), parent);
        await expect.poll(() => submit(form(page)).textContent()).toMatch(submitWord[language][widget]);
        await submit(form(page)).click();
        await expectResult();
      }
      expect(await storedSession(page)).toBeNull();
      expect(await page.evaluate(() => localStorage.length + document.cookie.length)).toBe(0);

      await open(name, 'teacher-signup', language);
      await fillInTeacher(form(page), newTeacher());
      await submit(form(page)).click();
      await expectResult(['classroomCode', 'classroomID']);
    });
  });

  describe('the tests that the guide prints', () => {
    const printed = readFileSync('docs/partners/tag-and-package.md', 'utf8');
    const address = `${demoUrl}/?way=inline&lang=en&widget=signin`;
    const account = { email: 'parent@home.example', password: 'correct horse battery' };

    it('signs a parent in with the test for Playwright, as printed', async () => {
      const [, code = ''] =
        /```js\nimport \{ expect, test \} from '@playwright\/test';\n([^]*?)```/.exec(printed) ?? [];
      expect(code).toContain(account.email);
      expect(code).toContain(account.password);
      type Run = (fixtures: { page: Page }) => Promise<void>;
      let run: Run = () => Promise.reject(new Error('the guide prints no test'));
      const test = (_name: string, given: Run): void => {
        run = given;
      };
      new Function('test', 'expect', code.replace('http://127.0.0.1:3000/login', address))(test, expect);
      await run({ page });
    });

    it('finds each field that the guide names for Cypress once', async () => {
      const [sentence = ''] = /With Cypress[^]*?\n\n/.exec(printed) ?? [];
      const selectors = [...sentence.matchAll(/\[name=\w+\]/g)].map(([selector]) => selector);
      expect(selectors).toHaveLength(2);
      await page.goto(address);
      const form = page.locator('maths-sign-in');
      await form.locator('form').waitFor();
      expect(await Promise.all(selectors.map((selector) => form.locator(selector).count()))).toEqual([1, 1]);
    });
  });
});

describe('the classic script', () => {
  const parent = newParent();
  beforeAll(() => openAccount(parent));

  const guide = ['tag-and-package', 'frame', 'teachers-and-cancelling']
    .map((name) => readFileSync(`docs/partners/${name}.md`, 'utf8'))
    .join('\n')
    .replaceAll('https://portal.example', portalUrl);
  /** Returns the code that partners paste according to the guide. */
  const fromGuide = (pattern: RegExp): string => {
    const [found] = pattern.exec(guide) ?? [];
    if (found === undefined) throw new Error(`The guide has no ${pattern}`);
    return found;
  };
  const script = fromGuide(/<script async src="[^"]*classic\.js"><\/script>/);
  const tags = [
    fromGuide(/<maths-sign-in origin="[^]*?<\/maths-sign-in>/),
    fromGuide(/<maths-embed widget="signin" origin="[^]*?<\/maths-embed>/),
    fromGuide(/<maths-teacher-sign-up origin="[^]*?<\/maths-teacher-sign-up>/),
  ];
  const listener = `<script>
  window.heard = [];
  for (const name of ['ready', 'auth-success'])
    document.addEventListener(name, ({ target }) => window.heard.push(name + ' ' + target.localName));
</script>`;

  /** Serves the page of a partner who develops on this machine: another port of the site, with keys of other hosts. */
  const open = async (html: string) => {
    const site = await servePage(`<!doctype html><html lang="en"><title>Partner</title>${listener}${html}</html>`);
    await page.goto(site.url);
    return site;
  };
  const heard = (): Promise<string[]> => page.evaluate('window.heard');

  it('makes every tag of the guide ready with its plain script, in the frame and inline, and reports each sign-in', async () => {
    const consoleErrors = recordConsoleErrors(page);
    const site = await open(script + tags.join(''));
    await expect
      .poll(heard)
      .toEqual(expect.arrayContaining(['ready maths-sign-in', 'ready maths-embed', 'ready maths-teacher-sign-up']));
    const forms = [
      ['maths-sign-in', page.locator('maths-sign-in')],
      ['maths-embed', page.frameLocator('maths-embed iframe')],
    ] as const;
    for (const [name, form] of forms) {
      await send(form, parent);
      // The message of a success takes the focus, so no one types into the next form before it.
      await expect.poll(heard).toContain(`auth-success ${name}`);
    }
    expect(await page.evaluate(() => document.querySelector('maths-embed')?.matches(':state(ready)'))).toBe(true);
    expect(consoleErrors).toEqual([]);
    await site.close();
  });

  it('logs one warning for an unknown key, with a link to the guide', async () => {
    const consoleErrors = recordConsoleErrors(page);
    const site = await open(`${script}<maths-sign-in origin="nobody"></maths-sign-in>`);
    await expect.poll(() => consoleErrors).toEqual([expect.stringContaining('no key "nobody"')]);
    const [link = ''] = /http\S+tag-and-package\.md$/.exec(consoleErrors[0] ?? '') ?? [];
    expect(await (await fetch(link)).text()).toContain('# Tag and package');
    await site.close();
  });

  it('ignores the address of another portal in the link of a framed form', async () => {
    const evil = 'http://127.0.0.1:9';
    const address = `${portalUrl}/widgets/signin?origin=web2wave&lang=en&portal=${evil}`;
    const site = await open(`<iframe title="Log in" width="400" height="600" src="${address}"></iframe>`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const frame = page.frameLocator('iframe');
    await send(frame, parent);
    await expect.poll(() => asked.some((url) => url.startsWith(`${portalUrl}/playfab/`))).toBe(true);
    expect(asked.filter((url) => url.startsWith(evil))).toEqual([]);
    await site.close();
  });
});

describe('the package in a partner’s bundle', () => {
  const parent = newParent();
  const folder = mkdtempSync('dist-test-partner-');
  beforeAll(async () => {
    const source = (name: string) => resolve(testBuild, 'elements', name);
    writeFileSync(join(folder, 'main.js'), `import ${JSON.stringify(source('sign-in.js'))};`);
    await Promise.all([
      openAccount(parent),
      build({
        root: folder,
        logLevel: 'error',
        configFile: false,
        build: {
          outDir: 'out',
          rolldownOptions: { input: join(folder, 'main.js'), output: { entryFileNames: 'main.js' } },
        },
      }),
    ]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A partner's site with a bundle of the portal's files in its own folder `/elements/`. */
  const open = async (tags: string) => {
    const posted: string[] = [];
    const site = await startLocalServer((request, response) => {
      const { method = '', url = '' } = request;
      if (method !== 'GET') posted.push(url);
      if (url.startsWith('/elements/')) {
        response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, 'out', url.slice(10))));
      } else {
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(
            `<!doctype html><html lang="en"><title>Partner</title>${tags}<script type="module" src="/elements/main.js"></script>`,
          );
      }
    });
    await page.goto(site.url);
    return { posted, close: site.close };
  };

  it('signs in when the tag names the portal', async () => {
    const site = await open(`<maths-sign-in origin="web2wave" portal="${portalUrl}"></maths-sign-in>`);
    const result = page.evaluate(
      () => new Promise((done) => document.addEventListener('auth-success', ({ type }) => done(type), { once: true })),
    );
    const form = page.locator('maths-sign-in');
    await send(form, parent);
    expect(await result).toBe('auth-success');
    expect(site.posted).toEqual([]);
    await site.close();
  });
});
