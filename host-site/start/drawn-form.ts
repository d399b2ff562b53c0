import { hold } from '../../elements/instant/hold.ts';
import { formAttribute, formTags } from '../../elements/shared/form-key.ts';

const hosts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(formTags.join())];

/**
 * Meets the form of the document as soon as it is parsed, before anybody can have seen it: holds what is done in it until
 * React answers. `prepare` makes the tag what this visit asks for; its `false` means that another form is to be drawn.
 */
export const meetForm = (prepare: (host: HTMLElement) => boolean): void => {
  const observer = new MutationObserver(() => {
    for (const host of hosts()) {
      const box = host.shadowRoot?.querySelector(`[${formAttribute}]`);
      if (!box) continue;
      observer.disconnect();
      if (prepare(host)) hold(box);
      else host.shadowRoot?.replaceChildren();
    }
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** A form stands over the text inside its tag, which says that a script did not come. */
export const uncoverLate = (): void => {
  for (const { shadowRoot } of hosts()) shadowRoot?.prepend(document.createElement('slot'));
};
