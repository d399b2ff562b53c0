import { formTags } from '../../elements/shared/form-key.ts';

/**
 * Shows what the page hides while its scripts are loading: the text inside each form tag, which explains that the form
 * has not loaded (a prerendered form covers it), and the header's links for visitors without a session. They lead a
 * signed-in visitor to the dashboard.
 */
export const revealFallback = (): void => {
  for (const { shadowRoot } of document.querySelectorAll(formTags.join())) {
    if (shadowRoot?.querySelector('slot') === null) shadowRoot.prepend(document.createElement('slot'));
  }
  document.documentElement.classList.remove('signed-in');
};
