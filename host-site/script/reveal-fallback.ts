import { formTags } from '../../src/contracts/tags.ts';

/**
 * Shows the text inside each form tag, which explains that the form has not loaded. A prerendered form covers it while
 * its scripts are loading.
 */
export const revealFallback = (): void => {
  for (const { shadowRoot } of document.querySelectorAll(formTags.join())) {
    if (shadowRoot?.querySelector('slot') === null) shadowRoot.prepend(document.createElement('slot'));
  }
};
