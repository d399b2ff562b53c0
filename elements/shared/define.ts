import type { TagName } from '../../src/contracts/elements.ts';

/**
 * Registers a tag. A second copy of the script on the page finds the tag taken and leaves it alone; without a window
 * (an import on a server) nothing happens, and the class is not even made.
 */
export const define = (tag: TagName, create: () => CustomElementConstructor): void => {
  if (typeof customElements === 'undefined' || customElements.get(tag) !== undefined) return;
  customElements.define(tag, create());
};
