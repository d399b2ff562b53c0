import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { startLocalServer } from '../scripts/checks/built/local-server.ts';
import { newParent, openAccount, send } from './support/parent.ts';
import { portalUrl, testBuild, demoUrl } from './support/settings.ts';
import { setUpPage, page, setUpPortal } from './support/setup.ts';
import { engines, sendAccount, setUpVisitor, untilText, visitor } from './support/visitor.ts';

describe('the package in a partner’s bundle', () => {
  const parent = newParent();
  setUpPage();

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

describe('each engine', () => {
  setUpPortal();

  describe.each(engines)('in $name', (engine) => {
    setUpVisitor(engine);

    it.each(['inline', 'frame'])('signs a visitor of a partner in: %s', async (way) => {
      const parent = newParent();
      await openAccount(parent);
      await visitor.open(`${demoUrl}/?way=${way}&lang=en&widget=signin`);
      await sendAccount(way === 'frame' ? visitor.frame : visitor, parent);
      await untilText('#log', '"userID"');
    });
  });
});
