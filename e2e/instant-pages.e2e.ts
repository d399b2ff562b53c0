import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../scripts/test-tools/ports.mjs';
import { consentCookie } from '../src/contracts/consent-cookie.ts';
import { type Language, languages } from '../src/contracts/language.ts';
import { recordConsoleErrors, type PartnerSite, servePage } from './support/browser.ts';
import {
  email,
  fillIn,
  newParent,
  openAccount,
  password,
  type Scope,
  signUp,
  submit,
  tickAll,
  untilReady,
} from './support/parent.ts';
import { patternOf, messages } from './support/payment.ts';
import { portalUrl, ports, testBuild, urlOf } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

// A partner of this file uses the demo's address.
setUpPage({ settings: { DEMO_PORT: String(await freePort()) } });

const { simulator } = messages.en;
const pages = ['/signin', '/signup', '/schoolzone/teacher/signup'];
const widgets = ['/widgets/signin', '/widgets/signup', '/widgets/teacher-signup'];
const places = [...pages, ...widgets].flatMap((path) => languages.map((language) => ({ path, language })));

let partner: PartnerSite;
let framed = '';
beforeAll(async () => {
  const head = '<!doctype html><title>Partner</title>';
  partner = await servePage(
    { html: () => `${head}<iframe title="Form" width="400" height="900" src="${framed}"></iframe>` },
    Number(ports.DEMO_PORT),
  );
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
const visit = async (path: string, language: Language, query = ''): Promise<Scope> => {
  const address = `${portalUrl}${path}?lang=${language}${query}`;
  if (pages.includes(path)) {
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

describe.each(places)('the form of $path in $language before any other file is loaded', ({ path, language }) => {
  it('looks final, accepts typing, and keeps its fields when the view hydrates them', async () => {
    const consoleErrors = recordConsoleErrors(page);
    const scope = await visit(path, language);
    const form = scope.locator('form').first();
    const field = email(form);
    await field.pressSequentially('anna@mail.ex');
    await mark(form.locator('input, button'));
    await loadFonts(form);
    const before = await looks(form);
    await isWhole();
    expect(await looks(form)).toEqual(before);
    await field.pressSequentially('ample');
    expect(await field.inputValue()).toBe('anna@mail.example');
    expect(await areMarked(form.locator('input, button'))).toBe(true);
    expect(consoleErrors).toEqual([]);
  });
});

describe.each(languages)('the framed cancellation in %s before any other file is loaded', (language) => {
  it('looks final, and keeps its buttons when the view hydrates them', async () => {
    const consoleErrors = recordConsoleErrors(page);
    const scope = await visit('/widgets/cancel', language);
    const choices = scope.locator('.maths-cancel');
    await mark(choices.locator('button'));
    await loadFonts(choices);
    const before = await looks(choices);
    await isWhole();
    expect(await looks(choices)).toEqual(before);
    expect(await areMarked(choices.locator('button'))).toBe(true);
    expect(consoleErrors).toEqual([]);
  });
});

it.each(languages)(
  'keeps the links of the header in place when the fonts arrive on a phone, in %s',
  async (language) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await visit('/signin', language);
    const form = page.locator('form').first();
    await form.waitFor();
    const placesOfLinks = () =>
      page.locator('header a').evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().x)));
    const before = await placesOfLinks();
    await loadFonts(form);
    expect(await placesOfLinks()).toEqual(before);
  },
);

describe.each(languages)('a form that is submitted before its scripts are loaded, in %s', (language) => {
  it.each(['/signin', '/widgets/signin'])(
    'submits a form once that waits for its scripts, and shows that it is busy: %s',
    async (path) => {
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
      else await scope.getByText(language === 'en' ? 'You are logged in.' : 'Connexion réussie.').waitFor();
      expect(calls.length).toBe(1);
    },
  );
});

describe('state that only this browser knows', () => {
  it('asks no visitor who accepted cookies for consent in the form, from the first paint on', async () => {
    await context.addCookies([{ name: consentCookie.name, value: consentCookie.clicked, url: portalUrl }]);
    await visit('/signin', 'en');
    await email(page).waitFor();
    const place = await submit(page).boundingBox();
    expect(await page.locator('[name=cookies]').isVisible()).toBe(false);
    await isWhole();
    expect(await page.locator('[name=cookies]').count()).toBe(0);
    expect(await submit(page).boundingBox()).toEqual(place);
  });

  it('ticks the consent of a visitor who accepted cookies on sign-up, and moves nothing', async () => {
    await context.addCookies([{ name: consentCookie.name, value: consentCookie.clicked, url: portalUrl }]);
    await visit('/signup', 'en');
    await email(page).waitFor();
    const place = await submit(page).boundingBox();
    expect(await page.locator('[name=cookies]').isVisible()).toBe(true);
    await isWhole();
    expect(await page.locator('[name=cookies]').isChecked()).toBe(true);
    expect(await submit(page).boundingBox()).toEqual(place);
  });

  it('passes the coupon of the address to the payment page after a sign-up that needed no view', async () => {
    await context.unroute(files);
    await page.route(/\/elements\/.*\/sign-up-element-/, () => undefined);
    await signUp(page, newParent(), '?lang=en&coupon=WELCOME20');
    await page.getByText(patternOf(simulator.checkout.discount.replace('{{code}}', 'WELCOME20'))).waitFor();
  });

  it.each(pages)('opens %s in the other language with the coupon, before any other file is loaded', async (path) => {
    await visit(path, 'en', '&coupon=ETE');
    const english = await submit(page).innerText();
    await page.getByRole('link', { name: 'FR, Français' }).press('Enter');
    await page.waitForURL((url) => url.search === '?lang=fr&coupon=ETE', { waitUntil: 'commit' });
    await email(page).first().fill('anna@mail.example');
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    expect(await submit(page).innerText()).not.toBe(english);
  });

  it('applies a partner’s theme and email to a widget before hydration', async () => {
    const scope = await visit('/widgets/signin', 'en', '&theme=dark&email=anna%40mail.example');
    await expect.poll(() => email(scope).inputValue(), { timeout: 10_000 }).toBe('anna@mail.example');
    expect(await scope.locator('.maths').getAttribute('data-theme')).toBe('dark');
  });
});

it('shows a message in a form whose script cannot be loaded, and keeps what was typed', async () => {
  await page.route(/\/elements\/.*\/sign-in-element-/, (route) => route.abort());
  await visit('/signin', 'en');
  await email(page).fill('anna@mail.example');
  release();
  await page.getByText('This part of the page has not loaded.').waitFor();
  expect(await email(page).inputValue()).toBe('anna@mail.example');
});
