import { describe, expect, it } from 'vitest';
import { assetsOf, isManifest } from '../../elements/build/manifest.ts';
import { pageDocument, insertForms, type Parts } from './document.ts';

const manifest = {
  'elements/a.ts': { file: 'a.js', imports: ['_kit.js'] },
  '_kit.js': { file: 'chunks/kit.js', imports: [] },
  'features/a/view.tsx': { file: 'chunks/a-view.js', imports: ['_kit.js', '_round.js'] },
  '_round.js': { file: 'chunks/round.js', imports: ['features/a/view.tsx'] },
  'locales/fr/a.json': { file: 'chunks/a-fr.js' },
};
const parts: Parts = {
  assets: (sources) => assetsOf(manifest, sources, '/elements/1.0.0-abc').scripts,
  fontCss: '@font-face{font-family:Round}',
  firstCss: 'body{margin:0}',
  siteCss: '.seen{color:red}.unseen{color:blue}.asks-consent .seen{top:0}',
  sheet: '/assets/site.css',
  script: { page: 'settle()', widget: 'give()' },
};
const page = {
  kind: 'page',
  route: 'signIn',
  head: '<title>Bonjour</title>',
  body: '<main class="seen">$& Bonjour</main>',
  hasForm: true,
  element: ['elements/a.ts'],
  view: ['features/a/view.tsx', 'locales/fr/a.json'],
} as const;

describe('the files of an element', () => {
  it('throws for a module that was not built', () => {
    expect(() => assetsOf(manifest, ['other.tsx'])).toThrow('The build has no other.tsx');
  });

  it('throws for an invalid manifest', () => {
    expect([isManifest(manifest), isManifest({ 'main.tsx': { css: [] } })]).toEqual([true, false]);
  });
});

describe('a page’s document', () => {
  const document = pageDocument(parts, 'fr', page);
  const withoutForm = pageDocument(parts, 'fr', { ...page, hasForm: false });

  it('contains the page’s language, head and body', () => {
    for (const part of ['<html lang="fr">', page.head, page.body]) expect(document).toContain(part);
  });

  it('contains the styles of its first paint, and of what its first script may show', () => {
    expect(document).toContain('<style>body{margin:0}.seen{color:red}.asks-consent .seen{top:0}</style>');
  });

  it('contains its fonts, unless it has a form, whose element is loaded before the fonts of the whole sheet', () => {
    expect(document).not.toContain('font');
    expect(withoutForm).toContain('<style>@font-face{font-family:Round}body{margin:0}');
    expect(withoutForm.match(/<link rel="preload" [^>]* as="font"/g)).toHaveLength(2);
  });

  it('names the file of its element to its script', () => {
    expect(document).toContain(
      `<script data-page='{"name":"signIn","guard":"guest","file":"/elements/1.0.0-abc/a.js","styles":["/assets/site.css"]}'>settle()</script>`,
    );
  });

  it('preloads what serves its form, and leaves the view to the element', () => {
    expect(document.match(/modulepreload" href="[^"]*\/(\w+)\.js">/g)).toHaveLength(2);
    expect(document).not.toContain('a-view.js');
  });

  it('loads an element without a form with the document, after what is visible', () => {
    const links = withoutForm.match(/modulepreload" [^>]*/g);
    expect(links).toHaveLength(5);
    expect(links?.every((link) => link.endsWith(' fetchpriority="low"'))).toBe(true);
  });

  it('loads no script for a page without an element', () => {
    const plain = pageDocument(parts, 'fr', { ...page, hasForm: false, element: [], view: [] });
    expect(plain).toContain('"file":"","styles":[]}\'>settle()');
    expect(plain).not.toContain('modulepreload');
  });

  it('puts the whole style sheet after all visible content', () => {
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
    const widget = pageDocument(parts, 'fr', { ...page, kind: 'widget' });
    expect(widget).toContain('<html lang="fr" class="widget">');
    expect(widget).toContain(
      '<style>body{margin:0}</style>\n<style media="not all">@font-face{font-family:Round}</style>',
    );
    expect(widget).toContain('<link rel="modulepreload" href="/elements/1.0.0-abc/a.js">');
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
