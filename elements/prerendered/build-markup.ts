/** A comment, a tag's end or start, or text. */
const pieces = /<!--(.*?)-->|<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g;
const attributes = /([\w-]+)="([^"]*)"/g;

/**
 * Builds what our own build wrote (elements/forms-vite-plugin.ts: no entities, every attribute quoted) by DOM calls. A page
 * that demands Trusted Types lets no text become markup.
 */
export const buildMarkup = (markup: string, box: Element): void => {
  const { ownerDocument: page } = box;
  let parent = box;
  for (const [, comment, end, name, given = '', closed, text] of markup.matchAll(pieces)) {
    if (end === '/') parent = parent.parentElement ?? box;
    else if (name !== undefined) {
      const child = page.createElementNS(name === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI, name);
      for (const [, key = '', value = ''] of given.matchAll(attributes)) child.setAttribute(key, value);
      parent.append(child);
      if (closed === '') parent = child;
    } else parent.append(text ?? page.createComment(comment ?? ''));
  }
};
