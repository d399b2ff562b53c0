import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalParameters, routeNames, routes, uncarriedParameters } from '../../src/contracts/routes.ts';
import { splitArrival } from './arrival.ts';
import { carriedQuery } from './language.ts';
import { addressOf, insteadOf } from './session.ts';

const at = (path: string) => new URL(path, 'http://localhost:4173');

describe('the query string of the next page', () => {
  it('keeps language, coupon and everything unknown', () => {
    expect(addressOf('signIn', '?lang=fr&coupon=ETE&utm_source=a')).toBe('/signin?lang=fr&coupon=ETE&utm_source=a');
  });

  it('removes every secret, however often it occurs', () => {
    expect(uncarriedParameters).toEqual(expect.arrayContaining(Object.values(arrivalParameters)));
    for (const name of uncarriedParameters) expect(carriedQuery(`?${name}=x&a=1&${name}=y`), name).toBe('?a=1');
  });

  it('leads to no other host for any query string', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const target = new URL(addressOf('dashboard', `?${query}`), 'http://localhost:4173/signin');
        expect(target.origin + target.pathname).toBe('http://localhost:4173/dashboard');
      }),
    );
  });
});

describe('the guards', () => {
  it('lead parents from the guests’ pages to the dashboard, visitors from the dashboard to sign-in, and no one else', () => {
    const leading = routeNames()
      .map((name) => [name, insteadOf(routes[name].guard, true), insteadOf(routes[name].guard, false)])
      .filter(([, ...pages]) => pages.some((page) => page !== null));
    expect(leading).toEqual([
      ['home', 'dashboard', null],
      ['signIn', 'dashboard', null],
      ['signUp', 'dashboard', null],
      ['dashboard', null, 'signIn'],
    ]);
  });
});

const secret = 'Ab_-'.repeat(10) + 'xyz';
const pages = {
  resetPassword: '/reset-password',
  classroomUpdate: '/schoolzone/teacher/classroom-update',
  cancel: '/cancel',
  deleteAccount: '/delete-account',
};

describe.each(Object.entries(pages))('the secret of a mailed link to the page %s', (page, path) => {
  const open = (rest: string) => splitArrival(page, at(path + rest));
  const clean = `http://localhost:4173${path}?lang=fr`;

  it.each([
    ['as it is', `?lang=fr#token=${secret}`],
    ['in the query, as in PlayFab’s own mails', `?token=${secret}&lang=fr`],
    ['behind an encoded #', `?lang=fr%23token=${secret}`],
    ['behind a # that was encoded twice', `?lang=fr%2523token%253D${secret}`],
    ['behind an encoded equals sign', `?lang=fr#token%3D${secret}`],
    ['as quoted-printable text', `?lang=fr#token=3D${secret}`],
    ['with a line break inside', `?lang=fr#token=${secret.slice(0, 20)}%0D%0A${secret.slice(20)}`],
    ['with a soft line break inside', `?lang=fr#token=${secret.slice(0, 20)}=%0A${secret.slice(20)}`],
    [
      'with a space and a soft hyphen inside',
      `?lang=fr#token=${secret.slice(0, 9)} ${secret.slice(9, 30)}\u00ad${secret.slice(30)}`,
    ],
    ['with the next sentence behind it', `?lang=fr#token=${secret}.Or`],
    ['with a line break encoded twice', `?lang=fr#token=${secret}%250A`],
    ...['.', ',', ')', '>', ']', '"', '”', '»', '%20', '\u200b', '%E2%80%8B', '%C2%A0', '&gt;', '*', '_', '…', '/'].map(
      (end) => [`with ${end} behind it`, `?lang=fr#token=${secret}${end}`],
    ),
    ['with a full stop behind it, in the query', `?lang=fr&token=${secret}.`],
    ['with a bracket behind it and an encoded #', `?lang=fr%23token=${secret})`],
  ])('reads the secret and removes it from the address: %s', (_, rest) => {
    expect(open(rest)).toEqual({ arrival: secret, clean });
  });

  it.each([
    ['cut', `#token=${secret.slice(0, 30)}`],
    ['cut behind the equals sign', '#token='],
    ['cut before the equals sign', '#token'],
    ['with other characters inside', `#token=${secret.slice(0, 30)}é${secret.slice(30)}`],
    ['with a word behind it', `#token=${secret}Or`],
    ['cut behind an encoded #', `%23token=${secret.slice(0, 30)}`],
  ])('finds a damaged secret, which is empty, and removes it from the address: %s', (_, rest) => {
    expect(open(`?lang=fr${rest}`)).toEqual({ arrival: '', clean });
  });

  it('finds no secret in another fragment', () => {
    expect(open('?lang=fr#main')).toEqual({ arrival: null, clean: `${clean}#main` });
  });
});

describe('the secret of a recovery link', () => {
  it('keeps a token of PlayFab, whose form is not ours', () => {
    expect(splitArrival('resetPassword', at('/reset-password/?token=9F%2B1%3D.&lang=en')).arrival).toBe('9F+1=');
  });

  it('ignores the secret of a recovery link on every other page', () => {
    expect(splitArrival('signIn', at(`/signin#token=${secret}`)).arrival).toBeNull();
  });
});

describe('the values that Stripe’s pages return', () => {
  it('removes the values of Stripe’s pages from the address, and keeps the rest of it', () => {
    expect(splitArrival('confirmation', at('/confirmation?lang=fr&checkout=cs_test_1&utm_source=a'))).toEqual({
      arrival: 'cs_test_1',
      clean: 'http://localhost:4173/confirmation?lang=fr&utm_source=a',
    });
    expect(splitArrival('dashboard', at('/dashboard?lang=en&payment=cancelled&coupon=ETE'))).toEqual({
      arrival: 'cancelled',
      clean: 'http://localhost:4173/dashboard?lang=en&coupon=ETE',
    });
    expect(splitArrival('dashboard', at(`/dashboard?lang=fr#token=${secret}`))).toEqual({
      arrival: secret,
      clean: 'http://localhost:4173/dashboard?lang=fr',
    });
  });

  it('returns no values of Stripe’s pages when the page was opened without them', () => {
    const address = 'http://localhost:4173/confirmation?lang=fr#main';
    expect(splitArrival('confirmation', new URL(address))).toEqual({ arrival: null, clean: address });
  });
});
