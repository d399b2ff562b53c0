import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalParameters, uncarriedParameters } from '../../src/contracts/routes.ts';
import { carriedQuery, hrefOf, routeOf } from './address.ts';
import { splitArrival } from './arrival.ts';
import { admit } from './guard.ts';

const at = (path: string) => new URL(path, 'http://localhost:4173');

describe('the address of a page', () => {
  it('means the same with and without a slash at its end', () => {
    expect(routeOf('/signin/')).toBe('signIn');
    expect(routeOf('/signup')).toBe('signUp');
    expect(routeOf('/widgets/signup/')).toBe('widgetSignUp');
  });

  it('is nobody’s when it only looks like one of ours', () => {
    for (const path of ['//signin', '/signin//', '/SignIn', '/signin/x', '/widgets', '/%73ignin']) {
      expect(routeOf(path), path).toBeNull();
    }
  });
});

describe('the query string on its way to the next page', () => {
  it('keeps language, coupon and everything unknown', () => {
    expect(hrefOf('signUp', '?lang=fr&coupon=ETE&utm_source=a')).toBe('/signup/?lang=fr&coupon=ETE&utm_source=a');
  });

  it('leaves every secret behind, however often it is given', () => {
    expect(uncarriedParameters).toEqual(expect.arrayContaining(Object.values(arrivalParameters)));
    for (const name of uncarriedParameters) expect(carriedQuery(`?${name}=x&a=1&${name}=y`), name).toBe('?a=1');
  });

  it('never leads to another host', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const target = new URL(hrefOf('dashboard', `?${query}`), 'http://localhost:4173/signin');
        expect(target.origin + target.pathname).toBe('http://localhost:4173/dashboard/');
      }),
    );
  });
});

describe('the guards', () => {
  it('send a signed-in parent from the guests’ pages to the dashboard', () => {
    expect((['home', 'signIn', 'signUp'] as const).map((page) => admit(page, true))).toEqual(
      Array.from({ length: 3 }, () => 'dashboard'),
    );
  });

  it('send a stranger from the dashboard to sign-in', () => {
    expect(admit('dashboard', false)).toBe('signIn');
  });

  it('send an unknown path home, and from there on as everybody', () => {
    expect(admit(null, false)).toBe('home');
    expect(admit(null, true)).toBe('dashboard');
  });

  it('let everybody set a new password', () => {
    expect([admit('resetPassword', true), admit('resetPassword', false)]).toEqual(['resetPassword', 'resetPassword']);
  });

  it('let everybody see what to do after a purchase', () => {
    expect([admit('confirmation', true), admit('confirmation', false)]).toEqual(['confirmation', 'confirmation']);
  });
});

describe('the secret of a recovery link', () => {
  it('is taken from the fragment of our own mails', () => {
    expect(splitArrival(at('/reset-password?lang=fr#token=abc'))).toEqual({
      arrival: { page: 'resetPassword', value: 'abc' },
      clean: 'http://localhost:4173/reset-password?lang=fr',
    });
  });

  it('is taken from the query of PlayFab’s own mails', () => {
    expect(splitArrival(at('/reset-password/?token=abc&lang=en'))).toEqual({
      arrival: { page: 'resetPassword', value: 'abc' },
      clean: 'http://localhost:4173/reset-password/?lang=en',
    });
  });

  it('is none of another page’s business', () => {
    expect(splitArrival(at('/signin#token=abc')).arrival).toBeNull();
  });
});

describe('what Stripe’s pages bring back', () => {
  it('is taken out of the address, and the rest of it stays', () => {
    expect(splitArrival(at('/confirmation?lang=fr&checkout=cs_test_1&utm_source=a'))).toEqual({
      arrival: { page: 'confirmation', value: 'cs_test_1' },
      clean: 'http://localhost:4173/confirmation?lang=fr&utm_source=a',
    });
    expect(splitArrival(at('/dashboard?lang=en&payment=cancelled&coupon=ETE'))).toEqual({
      arrival: { page: 'dashboard', value: 'cancelled' },
      clean: 'http://localhost:4173/dashboard?lang=en&coupon=ETE',
    });
  });

  it('is nothing when the page was opened plainly', () => {
    const address = 'http://localhost:4173/confirmation?lang=fr#main';
    expect(splitArrival(new URL(address))).toEqual({ arrival: null, clean: address });
  });
});
