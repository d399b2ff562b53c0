/** Attributes that contain words, or the address of a page in a language. */
const attributes = ['href', 'aria-label', 'aria-current', 'alt', 'title', 'placeholder', 'label', 'data-form'];

/** Elements without words for visitors. */
const isSilent = (element: Element): boolean => element.matches('script, style, link, noscript, template');

/** Translators such as Chrome's put each text into this element. */
const isWrapper = (element: Element): boolean => element.localName === 'font';

const elementsIn = (parent: ParentNode): Element[] =>
  [...parent.children].flatMap((child) => {
    if (isWrapper(child)) return elementsIn(child);
    return isSilent(child) ? [] : [child];
  });

const textsIn = (node: Node): Text[] => [...node.childNodes].filter((child) => child instanceof Text);

/** Replaces the texts of a node, which a translator has changed. The elements between them stay. */
const replaceTexts = (node: Element, other: Element, elements: readonly Element[]): void => {
  for (const wrapper of [...node.children].filter(isWrapper)) wrapper.replaceWith(...elementsIn(wrapper));
  for (const text of textsIn(node)) text.remove();
  let next = 0;
  for (const child of other.childNodes) {
    if (child instanceof Text) node.insertBefore(document.importNode(child), elements[next] ?? null);
    if (child instanceof Element && !isSilent(child)) next += 1;
  }
};

const exchangeNodes = (node: Element, other: Element): void => {
  const [elements, others] = [elementsIn(node), elementsIn(other)];
  if (elements.length !== others.length) throw new Error('The page has another structure.');
  const [texts, otherTexts] = [textsIn(node), textsIn(other)];
  const isAsParsed = texts.length === otherTexts.length && ![...node.children].some(isWrapper);
  if (isAsParsed) {
    for (const [index, { data }] of otherTexts.entries()) {
      const text = texts[index];
      if (text !== undefined && text.data !== data) text.data = data;
    }
  } else replaceTexts(node, other, elements);
  for (const [index, element] of elements.entries()) {
    const its = others[index];
    if (its !== undefined) exchangeTexts(element, its);
  }
};

/** Exchanges the texts of a form that the document contains. An element that is defined translates itself. */
const exchangeForm = (element: Element, other: Element): void => {
  if (customElements.get(element.localName) !== undefined) return;
  const form = element.shadowRoot?.querySelector('[data-form]');
  const otherForm = other.querySelector('template')?.content.querySelector('[data-form]');
  if (form && otherForm) exchangeTexts(form, otherForm);
};

/**
 * Exchanges the texts of an element with those of the same element in another language. All nodes but texts stay, with
 * what was typed, the focus and the state of the elements.
 * @throws when the structures differ
 */
export const exchangeTexts = (element: Element, other: Element): void => {
  if (element.localName !== other.localName) throw new Error('The page has another structure.');
  for (const name of attributes) {
    const value = other.getAttribute(name);
    if (value === null) element.removeAttribute(name);
    else if (value !== element.getAttribute(name)) element.setAttribute(name, value);
  }
  exchangeForm(element, other);
  // Its content comes from this browser (fill-in.ts).
  if (!element.hasAttribute('data-own')) exchangeNodes(element, other);
};
