import { describe, expect, it } from 'vitest';
import { arrivalAt, forgetArrival, takeArrival } from './arrival.ts';

describe('a secret that a page was opened with', () => {
  it('removes a secret from the address and, once it is read, from the global', () => {
    history.replaceState(null, '', '/reset-password?lang=en#token=abc');
    takeArrival();
    expect(location.href).not.toContain('abc');
    expect(arrivalAt('signIn')).toBeNull();
    expect(arrivalAt('resetPassword')).toBe('abc');
    expect(globalThis.siteArrival).toBeUndefined();
    expect(arrivalAt('resetPassword')).toBe('abc');
  });

  it('removes a secret at the end of the visit', () => {
    history.replaceState(null, '', '/reset-password?lang=en#token=abc');
    takeArrival();
    forgetArrival('resetPassword');
    expect(arrivalAt('resetPassword')).toBeNull();
  });
});
