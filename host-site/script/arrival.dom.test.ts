import { expect, it, vi } from 'vitest';
import { followArrivals, takeArrival } from './arrival.ts';

const secret = 'a'.repeat(43);
const second = 'b'.repeat(43);

it('moves the secret that a page was opened with from the address and the history entry into memory, once', () => {
  history.replaceState(null, '', `/reset-password?lang=en#token=${secret}`);
  expect(takeArrival('resetPassword')).toBe(secret);
  expect(location.href).not.toContain(secret);
  expect(takeArrival('resetPassword')).toBeNull();
});

it.each(['resetPassword', 'classroomUpdate'])('reads a second link that is opened in the tab of %s', (page) => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
  history.replaceState(null, '', '/page?lang=en');
  followArrivals(page);
  const open = (fragment: string) => {
    location.hash = fragment;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  open('main');
  expect(reload).not.toHaveBeenCalled();
  open(`token=${second}`);
  expect(reload).toHaveBeenCalled();
  expect(takeArrival(page)).toBe(second);
});
