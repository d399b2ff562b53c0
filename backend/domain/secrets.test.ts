import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeEmail } from './secrets.ts';

const lookAlikes: unknown[] = [
  'mıke@example.com',
  '\u212Aate@example.com',
  'ｍike@example.com',
  'mike@example.com\r\nBcc: eve@example.com',
  'mike@example.com\0',
  'mi ke@example.com',
  'mike@@example.com',
  ['mike@example.com'],
  { toString: () => 'mike@example.com' },
  undefined,
];

describe('the normal form of an email address', () => {
  it('refuses dotless i, the Kelvin sign, full-width letters, lists and CRLF, and leaves every other address unchanged', () => {
    for (const value of lookAlikes) expect(normalizeEmail(value)).toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
        const email = normalizeEmail(text);
        expect([null, text.trim().toLowerCase()]).toContain(email);
        if (email !== null) expect([/^[\x21-\x7e]+$/.test(email), normalizeEmail(email)]).toEqual([true, email]);
      }),
    );
  });

  it('normalizes every way in which a person types an address to the same text', () => {
    for (const typed of [
      '  Marie.Curie@Example.COM ',
      '\u200BMarie.Curie@example.com',
      'marie.curie@example.com\uFEFF',
    ]) {
      expect(normalizeEmail(typed)).toBe('marie.curie@example.com');
    }
    expect(normalizeEmail('marie@Müller.example')).toBe('marie@xn--mller-kva.example');
    // A Cyrillic а makes another domain, which stays another one in ASCII.
    expect(normalizeEmail('mike@ex\u0430mple.com')).toBe('mike@xn--exmple-4nf.com');
  });

  it('accepts the longest address that a mail can have, and no longer one', () => {
    const longest = `${'a'.repeat(242)}@example.com`;
    expect(normalizeEmail(longest)).toBe(longest);
    expect(normalizeEmail(`a${longest}`)).toBeNull();
  });
});
