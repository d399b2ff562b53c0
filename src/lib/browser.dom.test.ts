import { describe, expect, it, vi } from 'vitest';
import { isAndroid, isTreeRoot, languageOf, watchLanguage } from './browser.ts';

const languageIn = (html: string) => {
  document.body.innerHTML = html;
  const element = document.querySelector('i');
  return element === null ? null : languageOf(element);
};

describe('the language of an element', () => {
  it.each([
    ['<i lang="fr"></i>', 'fr'],
    ['<i lang="fr-CA"></i>', 'fr'],
    ['<i lang="FR"></i>', 'fr'],
    ['<i lang="fr_FR"></i>', 'fr'],
    ['<i lang=" FR_ca.UTF-8 "></i>', 'fr'],
    ['<div lang="fr_CA"><i></i></div>', 'fr'],
    ['<div lang="fr"><b lang="de"><i></i></b></div>', 'fr'],
    ['<div lang="fr"><b><i></i></b></div>', 'fr'],
    ['<div lang="fr"><i lang="en"></i></div>', 'en'],
    ['<div lang="fr"><i lang=""></i></div>', 'fr'],
    ['<i lang="de"></i>', 'en'],
    ['<i></i>', 'en'],
  ])('returns the language of %s: %s', (html, language) => {
    expect(languageIn(html)).toBe(language);
  });

  it.each([
    ['the page', '<div lang="fr"><b></b></div>'],
    ['the host', '<b lang="fr"></b>'],
  ])('returns the language of %s for an element in two nested shadow roots', (_, html) => {
    document.body.innerHTML = html;
    const outer = document.querySelector('b')?.attachShadow({ mode: 'open' });
    const middle = document.createElement('b');
    outer?.append(middle);
    const element = document.createElement('i');
    middle.attachShadow({ mode: 'open' }).append(element);
    expect(languageOf(element)).toBe('fr');
    middle.lang = 'en';
    expect(languageOf(element)).toBe('en');
  });
});

describe('a change of the language around an element', () => {
  it('is reported for the page, a host and an element between, until it is unwatched', async () => {
    document.body.innerHTML = '<section><b></b></section>';
    const host = document.querySelector('b');
    const between = document.createElement('p');
    const element = document.createElement('i');
    between.append(element);
    host?.attachShadow({ mode: 'open' }).append(between);
    const onChange = vi.fn();
    const unwatch = watchLanguage(element, onChange);
    const around = [document.documentElement, document.querySelector('section'), host, between];
    for (const [place, one] of around.entries()) {
      one?.setAttribute('lang', 'fr');
      await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(place + 1));
    }
    unwatch();
    document.documentElement.removeAttribute('lang');
    await Promise.resolve();
    expect(onChange).toHaveBeenCalledTimes(around.length);
  });
});

it.each([
  [true, 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile'],
  [true, 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  [false, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'],
  [false, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'],
])('returns whether a browser runs on Android: %s for %s', (expected, userAgent) => {
  expect(isAndroid({ userAgent })).toBe(expected);
});

it('takes documents and shadow roots for roots, and nothing else', () => {
  const shadow = document.createElement('b').attachShadow({ mode: 'open' });
  expect([document, shadow].map(isTreeRoot)).toEqual([true, true]);
  const others = [document.body, document.createDocumentFragment(), null, undefined, { nodeType: 1 }];
  expect(others.map(isTreeRoot)).toEqual(others.map(() => false));
});
