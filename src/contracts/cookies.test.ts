import { describe, expect, it } from 'vitest';
import { permitsTelemetry } from './calls/visits.ts';
import { consentIn, cookieValues } from './cookies.ts';

describe('cookies', () => {
  it('returns every value of a name, in order and unparsed', () => {
    expect(cookieValues('a', 'a=1; xa=2;a=3==;  a ; A=5; a=')).toEqual(['1', '3==', '', '']);
    expect(cookieValues('a', undefined)).toEqual([]);
  });

  it.each([
    [undefined, 'none', false],
    ['CookieConsent=true', 'clicked', true],
    ['CookieConsent={}; CookieConsent=true', 'clicked', false],
    ['CookieConsent=true; CookieConsent={}', 'clicked', false],
    ['CookieConsent=true; CookieConsent=scroll', 'scrolled', false],
    ['CookieConsent=true; CookieConsent=necessary', 'necessary', false],
    ['CookieConsent=refused; CookieConsent=true', 'refused', false],
    ['CookieConsent=constructor', 'none', false],
  ] as const)(
    'finds one consent, and permits telemetry only when nothing contradicts a click: %s',
    (given, state, may) => {
      expect([consentIn(given), permitsTelemetry(given)]).toEqual([state, may]);
    },
  );
});
