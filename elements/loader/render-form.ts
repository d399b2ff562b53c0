import type { Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { formAttribute, formKey, variantOf } from '../runtime/form-key.ts';
import { formsVersion } from '../runtime/form-protocol.ts';
import { portalOf } from '../runtime/portal-origin.ts';
import { sheetOf } from '../runtime/styles.ts';
import { applyAttributes } from './apply-attributes.ts';
import { buildMarkup } from './build-markup.ts';
import type { PrerenderedForms } from './prerendered-forms.ts';

/**
 * Shows the prerendered form of an element. Returns the box of the form, or undefined if there is no form for this tag,
 * if it was shown already, or without a portal address.
 */
export const renderForm = (
  host: HTMLElement,
  language: Language,
  { css, forms }: PrerenderedForms,
): Element | undefined => {
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
