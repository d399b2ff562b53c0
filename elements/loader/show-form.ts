import type { Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import {
  applyAttributes,
  formAttribute,
  formKey,
  formsVersion,
  kindOf,
  loadFailedEvent,
  whenLate,
} from '../kit/form-protocol.ts';
import { portalOf } from '../kit/portal-origin.ts';
import { adoptStyles } from '../kit/styles.ts';

/** The prerendered forms of one language. */
export type PrerenderedForms = {
  /** The styles of all forms. */
  css: string;
  /** Markup by form key (see form-protocol.ts). */
  forms: Readonly<Record<string, string>>;
  /** The file that defines each tag, and what it imports. Paths are relative to the loader. */
  files: Readonly<Record<string, readonly string[]>>;
};

/** Matches an end tag, a start tag, or text. */
const pieces = /<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g;
const attributes = /([\w-]+)="([^"]*)"/g;

/** Builds our build's markup (`plain` in elements/build/forms.ts) by DOM calls: a page may require Trusted Types. */
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

const rootOf = (host: Element): ShadowRoot =>
  host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });

/** Shows the prerendered form of an element. Returns its box; undefined without form or portal, or if it is shown. */
export const showForm = (
  host: Element,
  language: Language,
  { css, forms }: PrerenderedForms,
): HTMLElement | undefined => {
  const variant = { kind: kindOf(host), language };
  const first = formKey(host.localName, variant);
  const named = formKey(host.localName, { ...variant, task: host.getAttribute('mode') ?? undefined });
  // A mode that names no form of the tag counts as none.
  const key = named in forms ? named : first;
  const markup = forms[key];
  const portal = portalOf(host);
  if (markup === undefined || portal === undefined || host.hasAttribute('light-dom')) return undefined;
  const root = rootOf(host);
  if (root.querySelector(`[${formAttribute}]`) !== null) return undefined;
  const box = document.createElement('div');
  box.setAttribute(formAttribute, `${formsVersion} ${key}`);
  buildMarkup(markup.replaceAll(publicOriginMark, portal), box);
  adoptStyles(root, css);
  root.replaceChildren(box);
  applyAttributes(host, box);
  return box;
};

/** Shows a message above what a tag shows: its prerendered form, or the fallback content inside the tag. */
const showAbove = (host: Element, message: Element, css: string): void => {
  if (host.hasAttribute('light-dom')) return host.prepend(message);
  const root = rootOf(host);
  adoptStyles(root, css);
  if (root.firstChild === null) root.append(document.createElement('slot'));
  root.prepend(message);
};

/** Applies what a tag's file exports, which was loaded again for a view. */
type Apply = (file: unknown) => void;

/** The message, as rendered at build time, and its styles. */
type LoadError = { markup: string; css: string };

/**
 * Loads the file of a tag. When that, or later a file of its view, fails or takes longer than 15 s, a message above the
 * tag's content offers to retry. Typed text is kept.
 * @param load loads the file of the tag. Its argument says whether an attempt has failed
 */
export const loadWithRetry = (
  host: Element,
  { markup, css }: LoadError,
  load: (isAgain: boolean) => Promise<unknown>,
): void => {
  const message = document.createElement('div');
  let isLoaded = false;
  const run = (isAgain: boolean, apply?: Apply): void =>
    whenLate(load(isAgain), {
      loaded(file) {
        if (apply !== undefined) return apply(file);
        if (!isLoaded) message.remove();
        isLoaded = true;
      },
      late: () => offer(apply),
    });
  /** @param apply undefined while the class is still to be loaded */
  const offer = (apply?: Apply): void => {
    if (isLoaded && apply === undefined) return;
    message.replaceChildren();
    // The alert is inserted empty, because screen readers announce only what is added to it.
    showAbove(host, message, css);
    buildMarkup(markup, message);
    message.querySelector('button')?.addEventListener('click', () => {
      message.remove();
      host.shadowRoot?.querySelector('input')?.focus();
      run(true, apply);
    });
  };
  host.addEventListener(loadFailedEvent, (event) => {
    if (event instanceof CustomEvent) offer(event.detail);
  });
  run(false);
};
