import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freePort } from '../scripts/test-tools/ports.ts';
import { consentCookie } from '../src/contracts/cookies.ts';
import type { Language } from '../src/contracts/language.ts';
import { recordConsoleErrors, servePage } from './support/browser.ts';
import {
  email,
  fillIn,
  newParent,
  openAccount,
  password,
  type Scope,
  submit,
  tickAll,
  untilReady,
} from './support/parent.ts';
import { portalUrl, ports, testBuild, urlOf } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

// A partner of this file uses the demo's address.
setUpPage({ settings: { DEMO_PORT: String(await freePort()) } });

let partner: Awaited<ReturnType<typeof servePage>>;
let framed = '';
beforeAll(async () => {
  const head = '<!doctype html><title>Partner</title>';
  const html = () => `${head}<iframe title="Form" width="400" height="900" src="${framed}"></iframe>`;
  partner = await servePage(html, {}, Number(ports.DEMO_PORT));
});
afterAll(() => partner.close());

const files = /\/(assets|elements)\/.*\.(js|css)$/;

/** Delays all files of the pages until the test releases them. */
let release: () => void;
beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  await context.route(files, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
});

/** The place of the form: the page, or the frame in a partner's page. */
const visit = async (path: string, language: Language): Promise<Scope> => {
  const address = `${portalUrl}${path}?lang=${language}`;
  if (!path.startsWith('/widgets/')) {
    await page.goto(address, { waitUntil: 'commit' });
    return page;
  }
  framed = `${address}&origin=demo`;
  await page.goto(partner.url, { waitUntil: 'commit' });
  return page.frameLocator('iframe');
};
const isWhole = async (): Promise<void> => {
  release();
  await untilReady(page);
};

const fontFile = (name: string): string => basename(globSync(`${testBuild}/site/assets/${name}-*.woff2`)[0] ?? '');

/** Marks the nodes themselves, so that only the same nodes have the mark later. */
const mark = (parts: Locator) => parts.evaluateAll((all) => all.forEach((part) => Object.assign(part, { met: true })));
const areMarked = (parts: Locator) => parts.evaluateAll((all) => all.every((part) => 'met' in part));

/** A form's page loads its fonts after the controller. They change the width of words, so a test loads them itself. */
const loadFonts = (form: Locator) =>
  form.evaluate(
    (_form, files) =>
      Promise.all(
        Object.entries(files).map(async ([family, file]) => {
          document.fonts.add(await new FontFace(family, `url(/assets/${file})`, { weight: '300 800' }).load());
        }),
      ),
    { Fredoka: fontFile('fredoka'), 'Nunito Sans': fontFile('nunito-sans') },
  );

const looks = (form: Locator) =>
  form.evaluate(async (box) => {
    // A font that loads now would change the measured layout.
    await document.fonts.ready;
    return [box, ...box.querySelectorAll('input, button, label, p')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const { backgroundColor, color, fontSize } = getComputedStyle(part);
      return [part.localName, x, y, width, height, backgroundColor, color, fontSize];
    });
  });

it.each<[string, Language]>([
  ['/signin', 'fr'],
  ['/signup', 'en'],
  ['/schoolzone/teacher/signup', 'fr'],
  ['/widgets/signin', 'en'],
  ['/widgets/signup', 'fr'],
  ['/widgets/teacher-signup', 'en'],
  ['/widgets/cancel', 'fr'],
])(
  'looks final before any other file is loaded, takes input, and keeps it when the view hydrates it: %s in %s',
  async (path, language) => {
    const consoleErrors = recordConsoleErrors(page);
    const scope = await visit(path, language);
    // Of the cancellation, the choices are there first, and no field.
    const isForm = path !== '/widgets/cancel';
    const form = scope.locator(isForm ? 'form' : '.maths-cancel').first();
    const field = email(form);
    if (isForm) await field.pressSequentially('anna@mail.ex');
    await mark(form.locator('input, button'));
    await loadFonts(form);
    const before = await looks(form);
    await isWhole();
    expect(await looks(form)).toEqual(before);
    if (isForm) {
      await field.pressSequentially('ample');
      expect(await field.inputValue()).toBe('anna@mail.example');
    }
    expect(await areMarked(form.locator('input, button'))).toBe(true);
    expect(consoleErrors).toEqual([]);
  },
);

it.each<[string, Language]>([
  ['/signin', 'en'],
  ['/widgets/signin', 'fr'],
])('submits a form once that waits for its scripts, and shows that it is busy: %s in %s', async (path, language) => {
  const parent = newParent();
  await openAccount(parent);
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && /Login/.test(request.url())) calls.push(request.url());
  });
  const scope = await visit(path, language);
  await fillIn(scope, parent);
  await tickAll(scope);
  await email(scope).press('Enter');
  await password(scope).press('Enter');
  expect(await scope.locator('form').getAttribute('aria-busy')).toBe('true');
  expect(calls).toEqual([]);
  release();
  if (path === '/signin') await page.waitForURL(urlOf('/dashboard'));
  else await scope.getByText('Connexion réussie.').waitFor();
  expect(calls.length).toBe(1);
});

it.each(['/signin', '/signup'])(
  'asks a visitor who accepted cookies for no consent again, and moves nothing: %s',
  async (path) => {
    await context.addCookies([{ name: consentCookie.name, value: consentCookie.clicked, url: portalUrl }]);
    await visit(path, 'en');
    await email(page).waitFor();
    const box = page.locator('[name=cookies]');
    const place = await submit(page).boundingBox();
    expect(await box.isVisible()).toBe(false);
    await isWhole();
    expect(await box.count()).toBe(0);
    expect(await submit(page).boundingBox()).toEqual(place);
  },
);
