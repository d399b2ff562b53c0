import type { Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { applyAttributes, formAttribute, formKey, formsVersion, variantOf } from '../kit/form-protocol.ts';
import { portalOf } from '../kit/portal-origin.ts';
import { sheetOf } from '../kit/styles.ts';

/** The prerendered forms of one language. */
export type PrerenderedForms = {
  /** The styles of all forms. */
  css: string;
  /** Markup by form key (see form-protocol.ts). */
  forms: Readonly<Record<string, string>>;
  /** Markup of the message for a file that could not be loaded. */
  loadError: string;
  /** The file that defines each tag, and what it imports. Paths are relative to the loader. */
  files: Readonly<Record<string, readonly string[]>>;
};

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

/**
 * Shows the prerendered form of an element. Returns the box of the form, or undefined if there is no form for this tag,
 * if it was shown already, or without a portal address.
 */
export const showForm = (host: Element, language: Language, { css, forms }: PrerenderedForms): Element | undefined => {
  const key = formKey(host.localName, variantOf(host, language));
  const markup = forms[key];
  const portal = portalOf(host);
  if (markup === undefined || portal === undefined || host.hasAttribute('light-dom')) return undefined;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  if (root.querySelector(`[${formAttribute}]`) !== null) return undefined;
  const box = document.createElement('div');
  box.setAttribute(formAttribute, `${formsVersion} ${key}`);
  buildMarkup(markup.replaceAll(publicOriginMark, portal), box);
  root.adoptedStyleSheets.push(sheetOf(css));
  root.replaceChildren(box);
  applyAttributes(host, box);
  return box;
};
