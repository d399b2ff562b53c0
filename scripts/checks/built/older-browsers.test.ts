import { readFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targets } from '../../build/vite-plugins.ts';
import { browserArguments, ensureBrowser } from '../../test-tools/requirements.ts';
import { quickVisitor, servePages } from './sign-in-page.ts';

/** What the targets need, each missing in a browser that is a little older. */
const needed = ['Promise.withResolvers', 'AbortSignal.any', 'URL.canParse', 'Object.hasOwn', 'CSS light-dark()'];

/** What some targets do not have, because it came to all browsers later. */
const later = `
  Promise.try Array.fromAsync Iterator RegExp.escape Error.isError Math.f16round Temporal URL.parse
  Uint8Array.prototype.toBase64 Uint8Array.fromBase64 Intl.DurationFormat
  Map.prototype.getOrInsert requestIdleCallback scheduler navigation trustedTypes cookieStore
  Element.prototype.moveBefore Element.prototype.setHTML Element.prototype.ariaNotify CloseWatcher
  Document.prototype.startViewTransition Observable Sanitizer EventTarget.prototype.when CSSScopeRule
  CSSFunctionRule Document.prototype.caretPositionFromPoint Location.prototype.ancestorOrigins
`
  .trim()
  .split(/\s+/);

/** What all targets have for years. A partner's page may still remove or replace one of them. */
const older = `
  Object.groupBy Map.groupBy Array.prototype.toSorted Array.prototype.findLast Array.prototype.at structuredClone
  Set.prototype.union AbortSignal.timeout Promise.any crypto.randomUUID WeakRef Intl.Segmenter
  HTMLElement.prototype.attachInternals ElementInternals.prototype.states HTMLElement.prototype.popover
  Element.prototype.ariaBusy String.prototype.isWellFormed Element.prototype.checkVisibility
`
  .trim()
  .split(/\s+/);

/** Removes functions, before a script of the page runs. */
const remove = (names: readonly string[]): void => {
  for (const name of names) {
    if (name.startsWith('CSS ')) {
      CSS.supports = () => false;
      continue;
    }
    const path = name.split('.');
    const key = path.pop() ?? '';
    let holder: object | undefined = globalThis;
    for (const step of path) holder = holder && Reflect.get(holder, step);
    if (holder !== undefined) Reflect.deleteProperty(holder, key);
  }
};

describe('the built files in another browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
  });
  afterAll(() => browser.close());

  /**
   * Opens a partner's page on another origin than the portal. Returns whether a form was shown, and if so, signs in.
   */
  const visit = async (file: string, names: readonly string[]) => {
    const tag = '<maths-sign-in origin="demo"><a href="/signin">Log in</a></maths-sign-in>';
    const type = file.includes('classic') ? '' : 'type="module"';
    // The portal has the other name of this machine. A page cannot name the port before it is open.
    const script = `<script>document.write('<script ${type} src="http://localhost:' + location.port + '/elements/${file}"></' + 'script>')</script>`;
    const server = await servePages(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><body>${script}${tag}${quickVisitor}</body></html>`,
      [],
      0,
    );
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.addInitScript(remove, names);
      await page.goto(server.url);
      return names.some((name) => needed.includes(name))
        ? await page.locator('maths-sign-in').evaluate(({ shadowRoot, firstElementChild }) => ({
            form: shadowRoot?.querySelector('form') ?? null,
            link: firstElementChild?.checkVisibility(),
            isDefined: customElements.get('maths-sign-in') !== undefined,
          }))
        : await page.waitForFunction('window.isSignedIn').then(() => 'signed in');
    } finally {
      await context.close();
      await server.close();
    }
  };
  const files = ['loader.js', 'maths-portal.classic.js', 'sign-in.js'];

  it.each(needed.flatMap((name) => files.map((file) => [file, name])))(
    'keeps the link inside the tag, with %s and without %s',
    async (file, name) => expect(await visit(file, [name])).toEqual({ form: null, link: true, isDefined: false }),
  );

  it.each(files)('signs in with %s and without anything that came later than the targets', async (file) =>
    expect(await visit(file, later)).toBe('signed in'),
  );

  it.each(older)('signs in without %s', async (name) => expect(await visit('loader.js', [name])).toBe('signed in'));
});

it('names the targets in the guide for partners', () => {
  const [chrome, firefox, safari] = targets.map((target) => target.replace(/\D/g, ''));
  const guide = readFileSync('docs/partners/policies.md', 'utf8');
  expect(guide).toContain(`| elements | ${chrome} | ${firefox} | ${safari} |`);
});
