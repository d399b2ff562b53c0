import { describe, expect, it } from 'vitest';
import { buildMarkup } from './show-form.ts';

const built = (markup: string): HTMLElement => {
  const box = document.createElement('div');
  buildMarkup(markup, box);
  return box;
};

describe('building markup by DOM calls', () => {
  it.each([
    ['nested elements and text', '<div class="a"><p>One <b>two</b> three</p></div><p>Four</p>'],
    [
      'empty attributes and void elements',
      '<input required="" name="email"/><button type="submit" disabled="">Go</button>',
    ],
    ['a word with an apostrophe and a sign', '<p part="a b">L’âge & plus</p>'],
  ])('builds markup that keeps %s', (_, markup) => {
    const parsed = document.createElement('div');
    parsed.innerHTML = markup.replaceAll('&', '&amp;');
    expect(built(markup).innerHTML).toBe(parsed.innerHTML);
  });

  it('rebuilds its own output and serializes to the same HTML', () => {
    const box = built('<p><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>Name</p>');
    const names = ['svg', 'path', 'p'].map((name) => box.querySelector(name)?.namespaceURI);
    expect(names).toEqual(['http://www.w3.org/2000/svg', 'http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml']);
    expect(box.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 1 1');
  });
});
