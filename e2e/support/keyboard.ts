import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element.matches(':focus'));

/** Returns whether the focused control looks focused: an outline, or a shadow where the outline is transparent. */
const showsFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(element);
    const isTransparent = outlineColor === 'rgba(0, 0, 0, 0)';
    return outlineStyle !== 'none' && (!isTransparent || boxShadow !== 'none');
  });

/** More than the number of focusable controls on any page. After so many steps, every control has had the focus. */
const mostStops = 80;

/** Presses Tab until the target has the focus, and checks that people can see that. */
const tabTo = async (target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; !(await hasFocus(target)); presses += 1) {
    if (presses === mostStops) throw new Error(`The keyboard does not reach ${target}`);
    await target.page().keyboard.press('Tab');
  }
  expect(await showsFocus(target), `the focus on ${target} is visible`).toBe(true);
};

/** Focuses a control by the keyboard and presses it. */
export const press = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(target);
  await target.page().keyboard.press(key);
};

/** Focuses a field by the keyboard and types. */
export const type = async (target: Locator, text: string): Promise<void> => {
  await tabTo(target);
  await target.page().keyboard.type(text);
};

/** Checks that the heading of a new page, or a message, has the focus. */
export const expectFocusOn = (target: Locator): Promise<void> => expect.poll(() => hasFocus(target)).toBe(true);
