import { describe, expect, it } from 'vitest';
import { exchangeTexts } from './exchange-texts.ts';

const bodyOf = (markup: string): HTMLElement => {
  const body = document.createElement('main');
  body.innerHTML = markup;
  return body;
};
const english =
  '<h1>Hello <b>you</b>, reader</h1><p><a href="/a?lang=en" aria-label="Go">Go on</a></p><input name="email">';
const french =
  '<h1>Bonjour <b>vous</b>, lecteur</h1><p><a href="/a?lang=fr" aria-label="Aller">Continuer</a></p><input name="email">';

describe('the exchange of the texts of a page', () => {
  it('changes texts, addresses and labels, and keeps every element with what was typed', () => {
    const page = bodyOf(english);
    const elements = [...page.querySelectorAll('*')];
    const [field] = page.querySelectorAll('input');
    if (field === undefined) throw new Error('no field');
    field.value = 'anna@mail.example';
    exchangeTexts(page, bodyOf(french));
    expect(page.innerHTML).toBe(french);
    expect([...page.querySelectorAll('*')]).toEqual(elements);
    expect(field.value).toBe('anna@mail.example');
  });

  it('replaces the texts that a translator has put into other elements', () => {
    const page = bodyOf(english);
    const link = page.querySelector('a');
    const heading = page.querySelector('h1');
    if (heading !== null)
      heading.innerHTML = '<font><font>Hallo </font></font><font><b><font>du</font></b></font>, Leser';
    if (link !== null) link.innerHTML = '<font><font>Weiter</font></font>';
    exchangeTexts(page, bodyOf(french));
    expect(page.innerHTML).toBe(french);
    expect(page.querySelector('a')).toBe(link);
  });

  it('keeps what only this browser has', () => {
    const page = bodyOf('<p>To <b data-own="email">anna@mail.example</b></p>');
    exchangeTexts(page, bodyOf('<p>À <b data-own="email"></b></p>'));
    expect(page.textContent).toBe('À anna@mail.example');
  });

  it('throws when the structures differ', () => {
    expect(() => exchangeTexts(bodyOf(english), bodyOf('<h1>Bonjour</h1>'))).toThrow('another structure');
  });
});
