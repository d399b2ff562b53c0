import { describe, expect, it } from 'vitest';
import { languageOf } from './element-language.ts';

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
    ['<div lang="fr"><b><i></i></b></div>', 'fr'],
    ['<div lang="fr"><i lang="en"></i></div>', 'en'],
    ['<div lang="fr"><i lang=""></i></div>', 'fr'],
    ['<i lang="de"></i>', 'en'],
    ['<i></i>', 'en'],
  ])('returns the language of %s: %s', (html, language) => {
    expect(languageIn(html)).toBe(language);
  });
});
