import { describe, expect, it } from 'vitest';
import { assetsOf, isManifest } from '../../elements/manifest.ts';
import { documentOf, type Parts } from './document.ts';
import { insertForms } from './insert-forms.ts';

const manifest = {
  'main.tsx': { file: 'assets/main.js', css: ['assets/main.css'], imports: ['_react.js', '_round.js'] },
  '_react.js': { file: 'assets/react.js', imports: [] },
  '_round.js': { file: 'assets/round.js', imports: ['main.tsx'] },
  '../locales/fr/site.json': { file: 'assets/site.js' },
  'a.controller.ts': { file: 'assets/controller.js', imports: ['_round.js'] },
};
const widgetManifest = {
  'elements/a.element.ts': { file: 'a.js', imports: ['_b.js'] },
  '_b.js': { file: 'chunks/b.js' },
  'elements/a.controller.ts': { file: 'a-controller.js' },
};
const parts: Parts = {
  assets: {
    page: (sources) => assetsOf(manifest, sources),
    widget: (sources) => assetsOf(widgetManifest, sources, '/elements/1.0.0-abc'),
  },
  fontCss: '@font-face{font-family:Round}',
  firstCss: 'body{margin:0}',
  siteCss: '.seen{color:red}.unseen{color:blue}.asks-consent .seen{top:0}',
  script: { page: 'settle()', widget: 'give()' },
};
const page = {
  kind: 'page',
  head: '<title>Bonjour</title>',
  body: '<main class="seen">$& Bonjour</main>',
  controller: ['a.controller.ts'],
  view: ['main.tsx', '../locales/fr/site.json'],
  needsView: false,
} as const;

describe('the files of a page', () => {
  it('lists the modules of a page and all their imports, once each, and their styles', () => {
    expect(assetsOf(manifest, ['main.tsx', '_react.js'])).toEqual({
      scripts: ['/assets/main.js', '/assets/react.js', '/assets/round.js'],
      styles: ['/assets/main.css'],
    });
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

  it('names its files to its first script, each of them once', () => {
    expect(document).toContain(
      `<script data-files='{"controller":["/assets/controller.js","/assets/round.js","/assets/main.js","/assets/react.js"],"styles":["/assets/main.css"],"view":["/assets/site.js"]}'>settle()</script>`,
    );
  });

  it('loads the controller immediately, and the view only when its first script requests it', () => {
    expect(document).toContain('<link rel="modulepreload" href="/assets/controller.js">');
    expect(document).not.toContain('<link rel="modulepreload" href="/assets/site.js">');
  });

  it('marks an element that needs its script for the first script', () => {
    expect(documentOf(parts, 'fr', { ...page, needsView: true })).toContain(' data-now>settle()');
  });

  it('puts the whole style sheet after all visible content', () => {
    const withoutForm = documentOf(parts, 'fr', { ...page, controller: [] });
    expect(withoutForm.indexOf('<link rel="stylesheet"')).toBeGreaterThan(withoutForm.indexOf('</main>'));
    expect(withoutForm).toContain('"styles":[]');
  });

  it('leaves the whole style sheet of a form’s page to its first script, except without scripts', () => {
    expect(document).toContain('<noscript><link rel="stylesheet" href="/assets/main.css"></noscript>');
  });

  it('contains only a few styles and no sheet for a widget, and the styles of its fonts for later', () => {
    const widget = documentOf(parts, 'fr', {
      ...page,
      kind: 'widget',
      controller: ['elements/a.controller.ts'],
      view: ['elements/a.element.ts'],
    });
    expect(widget).toContain('<html lang="fr" class="widget">');
    expect(widget).toContain(
      '<style>body{margin:0}</style>\n<style media="not all">@font-face{font-family:Round}</style>',
    );
    expect(widget).toContain('<link rel="modulepreload" href="/elements/1.0.0-abc/a-controller.js">');
    expect(widget).toContain('"view":["/elements/1.0.0-abc/a.js","/elements/1.0.0-abc/chunks/b.js"]');
    expect(widget).not.toContain('rel="stylesheet"');
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
      '<maths-sign-in lang="fr"><template shadowrootmode="open" shadowrootdelegatesfocus=""><style>.a{color:red}</style>' +
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
