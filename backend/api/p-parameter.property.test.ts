import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePParameter } from '../../src/contracts/session.ts';
import { tokenFromP } from './guards.ts';

const token = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0-_w';
/** A valid parameter of this many characters. */
const padded = (length: number) =>
  Buffer.from(JSON.stringify({ token, p: '1' }).padEnd((length / 4) * 3)).toString('base64');
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('the p parameter', () => {
  it('returns the token that the browser encoded, up to one kilobyte', () => {
    expect(tokenFromP(padded(1024))).toBe(token);
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{43}$/), (any) => {
        expect(tokenFromP(encodePParameter(any))).toBe(any);
        expect(tokenFromP(Buffer.from(JSON.stringify({ token: any, p: '1' })).toString('base64url'))).toBe(any);
      }),
    );
  });

  it('parses any p parameter without throwing', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.base64String(), fc.json().map(base64)),
        (any) => {
          expect(tokenFromP(any)).toBeNull();
        },
      ),
    );
  });

  it.each([
    ['an additional field', base64({ token, p: '1', admin: true })],
    ['another platform', base64({ token, p: '2' })],
    ['a number for the platform', base64({ token, p: 1 })],
    ['a short token', base64({ token: token.slice(1), p: '1' })],
    ['a padded token', base64({ token: `${token}=`, p: '1' })],
    ['a token in a list', base64({ token: [token], p: '1' })],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')],
    ['more than one kilobyte', padded(1028)],
    ['a character that is not base64', `${base64({ token, p: '1' })}!`],
    ['the parameter twice', [base64({ token, p: '1' }), base64({ token, p: '1' })]],
  ])('refuses a p parameter with %s', (_, value) => {
    expect(tokenFromP(value)).toBeNull();
  });
});
