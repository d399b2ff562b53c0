import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalParameters, routes, uncarriedParameters } from '../../src/contracts/routes.ts';
import { addressOf, carriedQuery } from './address.ts';
import { splitArrival } from './arrival.ts';
import { insteadOf } from './session.ts';

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
  it('redirects a signed-in parent from the guests’ pages to the dashboard', () => {
    for (const page of ['home', 'signIn', 'signUp'] as const) {
      expect([page, insteadOf(routes[page].guard, true), insteadOf(routes[page].guard, false)]).toEqual([
        page,
        'dashboard',
        null,
      ]);
    }
  });

  it('redirects a visitor without a session from the dashboard to sign-in', () => {
    expect([insteadOf('session', false), insteadOf('session', true)]).toEqual(['signIn', null]);
  });

  it.each([
    ['set a new password', 'resetPassword'],
    ['see what to do after a purchase', 'confirmation'],
    ['sign up as a teacher', 'teacherSignUp'],
    ['read where the code is', 'teacherSignUpSuccess'],
    ['see the classroom whose link they have', 'classroom'],
    ['change a classroom by a mailed link', 'classroomUpdate'],
    ['read the terms of use', 'terms'],
    ['read the privacy policy', 'privacy'],
  ] as const)('redirects nobody who wants to %s', (_, page) => {
    expect([insteadOf(routes[page].guard, true), insteadOf(routes[page].guard, false)]).toEqual([null, null]);
  });
});

describe('the secret of a recovery link', () => {
  it('reads the secret of a recovery link from the fragment of our own mails', () => {
    expect(splitArrival('resetPassword', at('/reset-password?lang=fr#token=abc'))).toEqual({
      arrival: 'abc',
      clean: 'http://localhost:4173/reset-password?lang=fr',
    });
  });

  it('reads the secret of a recovery link from the query of PlayFab’s own mails', () => {
    expect(splitArrival('resetPassword', at('/reset-password/?token=abc&lang=en'))).toEqual({
      arrival: 'abc',
      clean: 'http://localhost:4173/reset-password/?lang=en',
    });
  });

  it('ignores the secret of a recovery link on every other page', () => {
    expect(splitArrival('signIn', at('/signin#token=abc')).arrival).toBeNull();
  });
});

describe('the secret of a classroom’s link', () => {
  it('removes the secret of a classroom’s link from the address, and keeps the language', () => {
    expect(splitArrival('classroomUpdate', at('/schoolzone/teacher/classroom-update/?lang=fr#token=abc'))).toEqual({
      arrival: 'abc',
      clean: 'http://localhost:4173/schoolzone/teacher/classroom-update/?lang=fr',
    });
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
  });

  it('returns no values of Stripe’s pages when the page was opened without them', () => {
    const address = 'http://localhost:4173/confirmation?lang=fr#main';
    expect(splitArrival('confirmation', new URL(address))).toEqual({ arrival: null, clean: address });
  });
});
