import { expect, it } from 'vitest';
import { takeArrival } from './arrival.ts';

it('moves the secret that a page was opened with from the address and the history entry into memory, once', () => {
  history.replaceState(null, '', '/reset-password?lang=en#token=abc');
  expect(takeArrival('resetPassword')).toBe('abc');
  expect(location.href).not.toContain('abc');
  expect(takeArrival('resetPassword')).toBeNull();
});
