import { applyAttributes } from '../../elements/instant/apply-attributes.ts';
import { hold } from '../../elements/instant/hold.ts';
import { formAttribute, formTags, stuckEvent } from '../../elements/shared/form-key.ts';
import { uncoverLate } from '../layout/uncover-late.ts';

/**
 * Meets the form of the document as soon as it is parsed, before anybody can have seen it: holds what is done in it until
 * React answers. `prepare` makes the tag what this visit asks for; its `false` means that another form is to be drawn.
 */
export const meetForm = (prepare: (host: HTMLElement) => boolean): void => {
  const observer = new MutationObserver(() => {
    const host = document.querySelector<HTMLElement>(formTags.join());
    const root = host?.shadowRoot;
    const box = root?.querySelector(`[${formAttribute}]`);
    if (!host || !root || !box) return;
    observer.disconnect();
    if (!prepare(host)) return root.replaceChildren(document.createElement('slot'));
    hold(box);
    box.addEventListener(stuckEvent, uncoverLate);
    applyAttributes(host, box);
    // Its fields may have been parsed after it.
    document.addEventListener('DOMContentLoaded', () => applyAttributes(host, box));
  });
  observer.observe(document, { childList: true, subtree: true });
};
