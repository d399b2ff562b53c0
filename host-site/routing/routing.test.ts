import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalParameters, uncarriedParameters } from '../../src/contracts/routes.ts';
import { carriedQuery, hrefOf, idFromPath, routeOf } from './address.ts';
import { splitArrival } from './arrival.ts';
import { resolveRoute } from './guard.ts';

const at = (path: string) => new URL(path, 'http://localhost:4173');

describe('the address of a page', () => {
  it('means the same with and without a slash at its end', () => {
    expect(routeOf('/signin/')).toBe('signIn');
    expect(routeOf('/signup')).toBe('signUp');
    expect(routeOf('/widgets/signup/')).toBe('widgetSignUp');
  });

  it('finds no page for an address that only resembles a known one', () => {
    for (const path of ['//signin', '/signin//', '/SignIn', '/signin/x', '/widgets', '/%73ignin']) {
      expect(routeOf(path), path).toBeNull();
    }
  });
});

describe('the query string of the next page', () => {
  it('keeps language, coupon and everything unknown', () => {
    expect(hrefOf('signUp', '?lang=fr&coupon=ETE&utm_source=a')).toBe('/signup/?lang=fr&coupon=ETE&utm_source=a');
  });

  it('removes every secret, however often it occurs', () => {
    expect(uncarriedParameters).toEqual(expect.arrayContaining(Object.values(arrivalParameters)));
    for (const name of uncarriedParameters) expect(carriedQuery(`?${name}=x&a=1&${name}=y`), name).toBe('?a=1');
  });

  it('leads to no other host for any query string', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const target = new URL(hrefOf('dashboard', `?${query}`), 'http://localhost:4173/signin');
        expect(target.origin + target.pathname).toBe('http://localhost:4173/dashboard/');
      }),
    );
  });
});

describe('a classroom’s address', () => {
  it('belongs to a page and contains the classroom’s id', () => {
    for (const path of ['/schoolzone/teacher/classroom/k-3_k', '/schoolzone/teacher/classroom/k-3_k/']) {
      expect([routeOf(path), idFromPath(path)], path).toEqual(['classroom', 'k-3_k']);
    }
  });

  it('contains one id, and nothing after it', () => {
    for (const path of ['/schoolzone/teacher/classroom/', '/schoolzone/teacher/classroom/a/b']) {
      expect([routeOf(path), idFromPath(path)], path).toEqual([null, undefined]);
    }
  });
});

describe('the guards', () => {
  const stays = (page: string) => ({ page, redirectTo: null });
  const goes = (page: string) => ({ page, redirectTo: page });

  it('redirects a signed-in parent from the guests’ pages to the dashboard', () => {
    expect(['/', '/signin', '/signup/'].map((path) => resolveRoute(path, true))).toEqual(
      Array.from({ length: 3 }, () => goes('dashboard')),
    );
    expect(['/', '/signin', '/signup/'].map((path) => resolveRoute(path, false))).toEqual(
      ['home', 'signIn', 'signUp'].map(stays),
    );
  });

  it('redirects a visitor without a session from the dashboard to sign-in', () => {
    expect([resolveRoute('/dashboard', false), resolveRoute('/dashboard', true)]).toEqual([
      goes('signIn'),
      stays('dashboard'),
    ]);
  });

  it('redirects an unknown path home, and from there like any visitor', () => {
    for (const path of ['/nothing', '/schoolzone', '/schoolzone/teachers', '/widgets/signin']) {
      expect([path, resolveRoute(path, false), resolveRoute(path, true)]).toEqual([
        path,
        goes('home'),
        goes('dashboard'),
      ]);
    }
  });

  it('redirects an unknown path below the teachers’ area to their front page, with or without a session', () => {
    for (const path of ['', '/', '/nothing', '/classroom', '/classroom/', '/classroom/a/b', '/signup/x']) {
      const asked = `/schoolzone/teacher${path}`;
      expect([asked, resolveRoute(asked, false), resolveRoute(asked, true)]).toEqual([
        asked,
        goes('teacherSignUp'),
        goes('teacherSignUp'),
      ]);
    }
  });

  it.each([
    ['set a new password', '/reset-password', 'resetPassword'],
    ['see what to do after a purchase', '/confirmation', 'confirmation'],
    ['sign up as a teacher', '/schoolzone/teacher/signup', 'teacherSignUp'],
    ['read where the code is', '/schoolzone/teacher/signup-success', 'teacherSignUpSuccess'],
    ['see the classroom whose link they have', '/schoolzone/teacher/classroom/k', 'classroom'],
    ['change a classroom by a mailed link', '/schoolzone/teacher/classroom-update', 'classroomUpdate'],
    ['read the terms of use', '/terms', 'terms'],
    ['read the privacy policy', '/privacy/', 'privacy'],
  ])('redirects nobody who wants to %s', (_, path, page) => {
    expect([resolveRoute(path, true), resolveRoute(path, false)]).toEqual([stays(page), stays(page)]);
  });
});

describe('the secret of a recovery link', () => {
  it('reads the secret of a recovery link from the fragment of our own mails', () => {
    expect(splitArrival(at('/reset-password?lang=fr#token=abc'))).toEqual({
      arrival: { page: 'resetPassword', value: 'abc' },
      clean: 'http://localhost:4173/reset-password?lang=fr',
    });
  });

  it('reads the secret of a recovery link from the query of PlayFab’s own mails', () => {
    expect(splitArrival(at('/reset-password/?token=abc&lang=en'))).toEqual({
      arrival: { page: 'resetPassword', value: 'abc' },
      clean: 'http://localhost:4173/reset-password/?lang=en',
    });
  });

  it('ignores the secret of a recovery link on every other page', () => {
    expect(splitArrival(at('/signin#token=abc')).arrival).toBeNull();
  });
});

describe('the secret of a classroom’s link', () => {
  it('removes the secret of a classroom’s link from the address, and keeps the language', () => {
    expect(splitArrival(at('/schoolzone/teacher/classroom-update/?lang=fr#token=abc'))).toEqual({
      arrival: { page: 'classroomUpdate', value: 'abc' },
      clean: 'http://localhost:4173/schoolzone/teacher/classroom-update/?lang=fr',
    });
  });
});

describe('the values that Stripe’s pages return', () => {
  it('removes the values of Stripe’s pages from the address, and keeps the rest of it', () => {
    expect(splitArrival(at('/confirmation?lang=fr&checkout=cs_test_1&utm_source=a'))).toEqual({
      arrival: { page: 'confirmation', value: 'cs_test_1' },
      clean: 'http://localhost:4173/confirmation?lang=fr&utm_source=a',
    });
    expect(splitArrival(at('/dashboard?lang=en&payment=cancelled&coupon=ETE'))).toEqual({
      arrival: { page: 'dashboard', value: 'cancelled' },
      clean: 'http://localhost:4173/dashboard?lang=en&coupon=ETE',
    });
  });

  it('returns no values of Stripe’s pages when the page was opened without them', () => {
    const address = 'http://localhost:4173/confirmation?lang=fr#main';
    expect(splitArrival(new URL(address))).toEqual({ arrival: null, clean: address });
  });
});
