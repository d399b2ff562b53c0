/** The script inside the document of a `/widgets/*` page: sets the tag's attributes from the query. */
import { definitionOf, isTag } from '../../src/contracts/tags.ts';
import { readFacts, startElement } from './element.ts';

const query = new URLSearchParams(location.search);
const isFramed = window.parent !== window;

startElement(readFacts(), (host) => {
  const attributes = isTag(host.localName) ? definitionOf(host.localName).attributes : [];
  // A link could name another portal, which would then receive the password.
  for (const name of attributes.filter((attribute) => attribute !== 'portal')) {
    const value = query.get(name);
    if (value !== null) host.setAttribute(name, value);
  }
  // Outside of a frame the form is blocked. A form without a shadow root is not in the document.
  return isFramed && !host.hasAttribute('light-dom');
});

// The form is blocked there, so the page links to the one that works. The link comes last, so that nothing moves it.
if (!isFramed) {
  document.addEventListener('ready', () => document.querySelector('.direct')?.removeAttribute('hidden'));
}
