import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalEmail } from './email.ts';

const lookAlikes: unknown[] = [
  'mıke@example.com',
  '\u212Aate@example.com',
  'ｍike@example.com',
  'mike@ex\u0430mple.com',
  'mike@example.com\r\nBcc: eve@example.com',
  'mike@example.com\0',
  'mi ke@example.com',
  'mike@@example.com',
  ['mike@example.com'],
  { toString: () => 'mike@example.com' },
  undefined,
];

describe('the normal form of an e-mail address', () => {
  it('mıke, K (Kelvin), full-width, `email[]=`, CRLF: refused or equal to themselves', () => {
    for (const value of lookAlikes) expect(normalEmail(value)).toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
        const email = normalEmail(text);
        expect([null, text.trim().toLowerCase()]).toContain(email);
        if (email !== null) expect(/^[\x21-\x7e]+$/.test(email)).toBe(true);
      }),
    );
  });

  it('is one for every way a person types the same address', () => {
    expect(normalEmail('  Marie.Curie@Example.COM ')).toBe('marie.curie@example.com');
  });

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const email = normalEmail(text);
        if (email !== null) expect(normalEmail(email)).toBe(email);
      }),
    );
  });
});
