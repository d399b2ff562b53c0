import type { TagName } from '../../src/contracts/tags.ts';

/**
 * Registers a tag. A second copy of the script does nothing, because the tag exists already. Without a window (an
 * import on a server) nothing happens, and the class is not created.
 */
export const define = (tag: TagName, create: () => CustomElementConstructor): void => {
  if (typeof customElements === 'undefined' || customElements.get(tag) !== undefined) return;
  customElements.define(tag, create());
};
