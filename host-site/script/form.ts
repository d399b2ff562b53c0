import { applyAttributes, type EarlyForm, listenUntilHydrated } from '../../elements/runtime/early-input.ts';
import { formAttribute } from '../../elements/runtime/form-key.ts';
import { loadFailedEvent } from '../../elements/runtime/form-protocol.ts';
import { formTags } from '../../src/contracts/tags.ts';
import { revealFallback } from './page-files.ts';
import { whenParsed } from './page-events.ts';

type Options = {
  /** The files of the form's controller. */
  controller: readonly string[];
  loadStyles: () => Promise<unknown>;
  loadView: () => void;
  /** Sets the attributes of this visit. Returns false if another form than the prerendered one must be shown. */
  prepare(host: HTMLElement): boolean;
};

/**
 * Serves the form of the document as soon as it is parsed, before it is visible. The controller starts to load
 * immediately. Every submit goes to it.
 */
export const startForm = ({ controller, loadStyles, loadView, prepare }: Options): void => {
  const loaded = import(/* @vite-ignore */ controller[0] ?? '');
  loaded.catch(revealFallback);
  // A submit does not need the styles, and they would share the line and the processor with its controller.
  loaded.then(loadStyles, loadStyles);
  const observer = new MutationObserver(() => {
    const host = document.querySelector<HTMLElement>(formTags.join());
    const root = host?.shadowRoot;
    const box = root?.querySelector(`[${formAttribute}]`);
    if (!host || !root || !box) return;
    observer.disconnect();
    if (!prepare(host)) {
      root.replaceChildren(document.createElement('slot'));
      return loadView();
    }
    listenUntilHydrated(
      box,
      loaded.then(({ open }): EarlyForm => open(host, box, loadView)),
    );
    box.addEventListener(loadFailedEvent, revealFallback);
    applyAttributes(host, box);
    // The fields may be parsed after the box.
    whenParsed(() => applyAttributes(host, box));
  });
  observer.observe(document, { childList: true, subtree: true });
};
