/** The script inside the document of a `/widgets/*` page: gives the tag its attributes from the query. */
import { elementAttributes } from '../../src/contracts/elements.ts';
import { meetForm } from './drawn-form.ts';
import { importModule } from './import-module.ts';

const query = new URLSearchParams(location.search);

meetForm((host) => {
  for (const [tag, names] of Object.entries(elementAttributes)) {
    if (tag !== host.localName) continue;
    for (const name of names) {
      const value = query.get(name);
      if (value !== null) host.setAttribute(name, value);
    }
  }
  // Outside of a frame it only says that it is nobody's; the other two are not drawn like this.
  return window.parent !== window && host.getAttribute('mode') !== 'update' && !host.hasAttribute('light-dom');
});
importModule();
