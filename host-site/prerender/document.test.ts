import { describe, expect, it } from 'vitest';
import { assetsOf, isManifest } from '../../elements/build/manifest.ts';
import { documentOf, insertForms, type Parts } from './document.ts';

const manifest = {
  'elements/a.element.ts': { file: 'a.js', imports: ['_b.js', '_round.js'] },
  '_b.js': { file: 'chunks/b.js', imports: [] },
  '_round.js': { file: 'chunks/round.js', imports: ['elements/a.element.ts'] },
  'locales/fr/a.json': { file: 'chunks/a-fr.js' },
  'elements/a.controller.ts': { file: 'a-controller.js', imports: ['_round.js'] },
};
const parts: Parts = {
  assets: (sources) => assetsOf(manifest, sources, '/elements/1.0.0-abc').scripts,
  fontCss: '@font-face{font-family:Round}',
  firstCss: 'body{margin:0}',
  siteCss: '.seen{color:red}.unseen{color:blue}.asks-consent .seen{top:0}',
  sheet: '/assets/site.css',
  script: { page: 'settle()', form: 'submit()', widget: 'give()' },
};
const page = {
  kind: 'page',
  route: 'signIn',
  head: '<title>Bonjour</title>',
  body: '<main class="seen">$& Bonjour</main>',
  controller: ['elements/a.controller.ts'],
  view: ['elements/a.element.ts', 'locales/fr/a.json'],
} as const;

describe('the files of an element', () => {
  it('lists the modules and all their imports, once each', () => {
    expect(assetsOf(manifest, ['elements/a.element.ts', '_b.js']).scripts).toEqual([
      '/a.js',
      '/chunks/b.js',
      '/chunks/round.js',
    ]);
  });

  it('throws for a module that was not built', () => {
    expect(() => assetsOf(manifest, ['other.tsx'])).toThrow('The build has no other.tsx');
  });

  it('throws for an invalid manifest', () => {
    expect([isManifest(manifest), isManifest({ 'main.tsx': { css: [] } })]).toEqual([true, false]);
  });
});

describe('a page’s document', () => {
  const document = documentOf(parts, 'fr', page);

  it('contains the page’s language, head and body', () => {
    for (const part of ['<html lang="fr">', page.head, page.body]) expect(document).toContain(part);
  });

  it('contains the styles of its first paint, and of what its first script may show', () => {
    expect(document).toContain('<style>body{margin:0}.seen{color:red}.asks-consent .seen{top:0}</style>');
  });

  it('contains its fonts, unless it has a form, whose controller is loaded before the fonts of the whole sheet', () => {
    expect(document).not.toContain('font');
    const withoutForm = documentOf(parts, 'fr', { ...page, controller: [] });
    expect(withoutForm).toContain('<style>@font-face{font-family:Round}body{margin:0}');
    expect(withoutForm.match(/<link rel="preload" [^>]* as="font"/g)).toHaveLength(2);
  });

  it('names its files to its script, each of them once', () => {
    expect(document).toContain(
      `<script data-page='{"name":"signIn","guard":"guest","controller":["/elements/1.0.0-abc/a-controller.js","/elements/1.0.0-abc/chunks/round.js","/elements/1.0.0-abc/a.js","/elements/1.0.0-abc/chunks/b.js"],"styles":["/assets/site.css"],"view":["/elements/1.0.0-abc/chunks/a-fr.js"]}'>submit()</script>`,
    );
  });

  it('loads the controller immediately, and the view only when its script requests it', () => {
    expect(document).toContain('<link rel="modulepreload" href="/elements/1.0.0-abc/a-controller.js">');
    expect(document).not.toContain('href="/elements/1.0.0-abc/chunks/a-fr.js"');
  });

  it('loads an element without a form with the document, after what is visible', () => {
    expect(documentOf(parts, 'fr', { ...page, controller: [] })).toContain(
      '<link rel="modulepreload" href="/elements/1.0.0-abc/a.js" fetchpriority="low">',
    );
  });

  it('loads no script for a page without an element', () => {
    const plain = documentOf(parts, 'fr', { ...page, controller: [], view: [] });
    expect(plain).toContain('"controller":[],"styles":[],"view":[]}\'>settle()');
    expect(plain).not.toContain('modulepreload');
  });

  it('puts the whole style sheet after all visible content', () => {
    const withoutForm = documentOf(parts, 'fr', { ...page, controller: [] });
    expect(withoutForm.indexOf('<link rel="stylesheet"')).toBeGreaterThan(withoutForm.indexOf('</main>'));
    expect(withoutForm).toContain('"styles":[]');
  });

  it('leaves the whole style sheet of a form’s page to its script, except without scripts', () => {
    expect(document).toContain('<noscript><link rel="stylesheet" href="/assets/site.css"></noscript>');
  });

  it('lets the browser prepare pages that are the same for everyone, and no page with a secret or of an account', () => {
    const rules: string = /<script type="speculationrules">(.*)<\/script>/.exec(document)?.[1] ?? '';
    expect(rules).toContain('"/signup\\\\?*"');
    expect(rules).not.toMatch(/reset-password|confirmation|classroom|dashboard/);
  });

  it('contains only a few styles and no sheet for a widget, and the styles of its fonts for later', () => {
    const widget = documentOf(parts, 'fr', { ...page, kind: 'widget' });
    expect(widget).toContain('<html lang="fr" class="widget">');
    expect(widget).toContain(
      '<style>body{margin:0}</style>\n<style media="not all">@font-face{font-family:Round}</style>',
    );
    expect(widget).toContain('<link rel="modulepreload" href="/elements/1.0.0-abc/a-controller.js">');
    expect(widget).not.toMatch(/rel="stylesheet"|speculationrules/);
  });
});

describe('a form in a document', () => {
  const forms = {
    version: 'v1',
    css: '.a{color:red}.b{color:blue}',
    forms: {
      'maths-sign-in first-party fr': '<form class="a"></form>',
      'maths-sign-in widget fr': '<form class="b"></form>',
    },
    loadErrors: {},
  };

  it('puts a form into the tag’s shadow root, below the text for visitors without script', () => {
    expect(insertForms('<maths-sign-in lang="fr"><p>Late</p></maths-sign-in>', 'fr', forms)).toBe(
      '<maths-sign-in lang="fr"><template shadowrootmode="open" shadowrootdelegatesfocus=""><style>.a{color:red}' +
        '@media (scripting:none){[data-form]{opacity:.4;pointer-events:none}}</style>' +
        '<noscript><slot></slot></noscript>' +
        '<div data-form="v1 maths-sign-in first-party fr"><form class="a"></form></div></template><p>Late</p></maths-sign-in>',
    );
  });

  it('contains the partner’s form where the tag has a key', () => {
    expect(insertForms('<maths-sign-in origin="">', 'fr', forms)).toContain(
      '"v1 maths-sign-in widget fr"><form class="b">',
    );
  });

  it('throws for a form that was not rendered before', () => {
    expect(() => insertForms('<maths-sign-up>', 'fr', forms)).toThrow('No form was rendered for maths-sign-up');
  });
});
