import { formTags } from '../../elements/shared/form-key.ts';

/** What a tag needs did not come: the text inside it says so, which a form that stands there already covers. */
export const uncoverLate = (): void => {
  for (const { shadowRoot } of document.querySelectorAll(formTags.join())) {
    if (shadowRoot?.querySelector('slot') === null) shadowRoot.prepend(document.createElement('slot'));
  }
};
