import { describe, expect, it } from 'vitest';
import { assetsOf, isManifest } from './assets.ts';
import { documentOf } from './document.ts';

const manifest = {
  'main.tsx': { file: 'assets/main.js', css: ['assets/main.css'], imports: ['_react.js', '_round.js'] },
  '_react.js': { file: 'assets/react.js', imports: [] },
  '_round.js': { file: 'assets/round.js', imports: ['main.tsx'] },
  '../locales/fr/site.json': { file: 'assets/site.js' },
};
const built =
  '<html lang="en"><head><title>Portal</title><script type="module" src="/assets/start.js"></script>' +
  '<link rel="modulepreload" href="/assets/react.js"></head><body><div id="site"></div></body></html>';
const page = {
  head: '<title>Bonjour</title>',
  body: '<main>$& Bonjour</main>',
  sources: ['main.tsx', '../locales/fr/site.json'],
};

describe('the files that a page needs at once', () => {
  it('are its modules and all that they import, once each, and their styles', () => {
    expect(assetsOf(manifest, ['main.tsx', '_react.js'])).toEqual({
      scripts: ['/assets/main.js', '/assets/react.js', '/assets/round.js'],
      styles: ['/assets/main.css'],
    });
  });

  it('must have been built', () => {
    expect(() => assetsOf(manifest, ['other.tsx'])).toThrow('The build has no other.tsx');
  });

  it('are read from a manifest that looks like one', () => {
    expect([isManifest(manifest), isManifest({ 'main.tsx': { css: [] } })]).toEqual([true, false]);
  });
});

describe('a page’s document', () => {
  const document = documentOf(built, manifest, 'fr', page);

  it('has the page’s language, head and body in the places of the built one', () => {
    for (const part of ['<html lang="fr">', page.head, `<div id="site">${page.body}</div>`])
      expect(document).toContain(part);
    expect(document).not.toContain('<title>Portal</title>');
  });

  it('paints nothing before the start script has run', () => {
    expect(document).toContain('<script type="module" blocking="render" src="/assets/start.js">');
  });

  it('asks for everything at once, and for nothing twice', () => {
    for (const file of ['main.css', 'main.js', 'round.js', 'site.js', 'react.js']) {
      expect([file, document.split(`/assets/${file}`).length - 1]).toEqual([file, 1]);
    }
  });

  it('is not made of a document that has no place for it', () => {
    expect(() => documentOf('<html lang="en"></html>', manifest, 'fr', page)).toThrow('The built document has 0');
  });
});
