/** The script inside the document of a `/widgets/*` page: sets the tag's attributes from the query. */
import { anyTag, widgetAttributes } from '../../src/contracts/tags.ts';
import { isFirstForm } from '../../elements/runtime/form-key.ts';
import { createLoadView, readFacts, startForm } from './page-files.ts';
import { whenParsed } from './page-events.ts';

const query = new URLSearchParams(location.search);
const { controller, view } = readFacts();
/** Enables the styles of the fonts, which are in the document. The form's own styles are in its shadow root. */
const loadStyles = async (): Promise<void> => document.querySelector('style[media]')?.removeAttribute('media');
const isFramed = window.parent !== window;

const loadView = createLoadView(view, loadStyles);

const setAttributes = (host: Element): void => {
  // A link could name another portal, which would then receive the password.
  for (const name of widgetAttributes[host.localName]?.filter((attribute) => attribute !== 'portal') ?? []) {
    const value = query.get(name);
    if (value !== null) host.setAttribute(name, value);
  }
};

if (controller.length > 0) {
  startForm({
    controller,
    loadStyles,
    loadView,
    prepare: (host) => {
      setAttributes(host);
      // Outside of a frame the form is blocked. The other two cases are not in the document.
      return isFramed && isFirstForm(host) && !host.hasAttribute('light-dom');
    },
  });
} else {
  // No form is in the document, so the element is loaded at once.
  whenParsed(() => {
    for (const host of document.querySelectorAll(anyTag)) setAttributes(host);
    loadView();
  });
}

// The form is blocked there, so the page links to the one that works. The link comes last, so that nothing moves it.
if (!isFramed) {
  document.addEventListener('ready', () => document.querySelector('.direct')?.removeAttribute('hidden'));
}
