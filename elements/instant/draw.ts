import type { Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { formAttribute, formKey, formsVersion, variantOf } from '../shared/form-key.ts';
import { portalOrigin } from '../shared/portal-origin.ts';
import { hold } from './hold.ts';
import { buildMarkup } from './markup.ts';

/** The forms of one language: markup by key, and the look of all. */
export type DrawnForms = { css: string; forms: Readonly<Record<string, string>> };

let sheet: CSSStyleSheet | undefined;

const sheetOf = (css: string): CSSStyleSheet => {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
};

/**
 * Shows an element's form before its chunk is there: the one that stands in the page (a declarative shadow root), or a
 * new one. False when nothing is drawn for this tag.
 */
export const draw = (host: HTMLElement, language: Language, { css, forms }: DrawnForms): boolean => {
  const key = formKey(host.localName, variantOf(host, language));
  const markup = forms[key];
  if (markup === undefined || host.hasAttribute('light-dom')) return false;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  root.adoptedStyleSheets.push(sheetOf(css));
  let box = root.querySelector(`[${formAttribute}]`);
  if (box === null) {
    box = document.createElement('div');
    box.setAttribute(formAttribute, `${formsVersion} ${key}`);
    buildMarkup(markup.replaceAll(publicOriginMark, portalOrigin), box);
    root.append(box);
  }
  const email = host.getAttribute('email');
  const field = box.querySelector<HTMLInputElement>('[name=email]');
  if (email !== null && field !== null) field.defaultValue = email;
  hold(box);
  return true;
};
