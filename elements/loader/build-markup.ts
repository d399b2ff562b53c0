/** Matches an end tag, a start tag, or text. */
const pieces = /<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g;
const attributes = /([\w-]+)="([^"]*)"/g;

/**
 * Builds the markup of our own build by DOM calls (`plain` in elements/build/forms.ts: no entities, no comments, every
 * attribute quoted).
 * A page that requires Trusted Types does not allow text to become markup.
 */
export const buildMarkup = (markup: string, box: Element): void => {
  const { ownerDocument: page } = box;
  let parent = box;
  for (const [, end, name, given = '', closed, text] of markup.matchAll(pieces)) {
    if (end === '/') parent = parent.parentElement ?? box;
    else if (name !== undefined) {
      const child = page.createElementNS(name === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI, name);
      for (const [, key = '', value = ''] of given.matchAll(attributes)) child.setAttribute(key, value);
      parent.append(child);
      if (closed === '') parent = child;
    } else parent.append(text ?? '');
  }
};
