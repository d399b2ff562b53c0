import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const root = element.getRootNode();
    return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
  });

/** More than any page has places for the focus: who comes to none of them twice has been at all. */
const mostStops = 80;

/** Presses Tab until the target has the focus, which must be somewhere at every step. */
const tabTo = async (target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < mostStops; presses += 1) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
};

/** Goes there by the keyboard, and presses it. */
export const press = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(target);
  await target.page().keyboard.press(key);
};

/** Goes there by the keyboard, and writes. */
export const type = async (target: Locator, text: string): Promise<void> => {
  await tabTo(target);
  await target.page().keyboard.type(text);
};

/** The heading of a page one came to, or a message: where reading goes on. */
export const expectFocusOn = (target: Locator): Promise<void> => expect.poll(() => hasFocus(target)).toBe(true);
