import { expect, it, vi } from 'vitest';
import { followArrivals, takeArrival } from './arrival.ts';

const second = 'b'.repeat(43);

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
