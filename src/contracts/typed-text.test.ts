import { describe, expect, it } from 'vitest';
import { codeText, emailText, normalizePassword, pastedEmail, visibleText } from './typed-text.ts';

const invisible = ['\u200B', '\u200E', '\u2060', '\uFEFF', '\u00AD', '\u202A'];

// Hyphens, dashes, a minus sign and their small and full-width forms.
const dashes = [...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58\uFE63\uFF0D'];

describe('typed text', () => {
  it.each(invisible)('loses the invisible character %j and spaces around it', (character) => {
    expect(visibleText(`\u00A0${character} WELCOME20${character}\n`)).toBe('WELCOME20');
    expect(emailText(`${character}parent@${character}mail.example `)).toBe('parent@mail.example');
    expect(codeText(` #k7p\u2011${character}42m `)).toBe('K7P-42M');
  });

  it.each(dashes)('reads %j in a code as a dash', (dash) => {
    expect(codeText(`k7p ${dash} 42m`)).toBe('K7P-42M');
  });

  it('reads the full-width characters of a code as plain ones', () => {
    expect(codeText('＃Ｋ７ｐ４２Ｍ')).toBe('K7P42M');
  });

  it.each([
    ['parent@müller.example', 'parent@xn--mller-kva.example'],
    ['parent@mu\u0308ller.example', 'parent@xn--mller-kva.example'],
    ['parent@MÜLLER.example', 'parent@xn--mller-kva.example'],
    ['parent@xn--mller-kva.example', 'parent@xn--mller-kva.example'],
    ['Parent@Mail.example', 'Parent@Mail.example'],
  ])('converts the domain of %s as Chromium does', (typed, email) => {
    expect(emailText(typed)).toBe(email);
  });

  it.each(['parent@ｍail.example', 'parent@\u212Aids.example', 'pärent@mail.example', 'parent', '@é'])(
    'does not turn %s into another address',
    (typed) => {
      expect(emailText(typed)).toMatch(/[^!-~]|^parent$/);
    },
  );

  it.each([
    'mailto:parent@mail.example',
    'MAILTO:parent@mail.example?subject=Hi&body=Me',
    '<parent@mail.example>',
    'Camille Roy <parent@mail.example>',
    '"Roy, Camille" <mailto:parent@mail.example>;',
    'parent@mail.example.',
    'parent@mail.example,',
    '(parent@mail.example)',
    'parent＠mail.example',
    'parent﹫mail。example',
    ' \u200Bparent@mail.example.\u200B ',
  ])('takes the address out of %j, as it was copied or typed', (typed) => {
    expect(pastedEmail(typed)).toBe('parent@mail.example');
  });

  it.each([
    "o'brien+maths?x@mail.example",
    'a@b@mail.example',
    'one@mail.example, two@mail.example',
    '<one@mail.example> <two@mail.example>',
    'parent',
    '',
  ])('leaves %j as it is', (typed) => {
    expect(pastedEmail(typed)).toBe(typed);
  });

  it('composes the accents of a password, and keeps its spaces', () => {
    expect(normalizePassword(' e\u0301te\u0301 ')).toBe(' été ');
  });
});
