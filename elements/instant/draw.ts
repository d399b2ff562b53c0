import type { Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { formAttribute, formKey, formsVersion, variantOf } from '../shared/form-key.ts';
import { portalOrigin } from '../shared/portal-origin.ts';
import { sheetOf } from '../shared/styles.ts';
import type { DrawnForms } from './drawn-forms.ts';
import { applyAttributes } from './apply-attributes.ts';
import { hold } from './hold.ts';
import { buildMarkup } from './markup.ts';

/**
 * Shows an element's form before its chunk is there: the one that stands in the page (a declarative shadow root), or a
 * new one. Nothing when there is none for this tag, or it is drawn already.
 */
export const draw = (host: HTMLElement, language: Language, { css, forms }: DrawnForms): Element | undefined => {
  const key = formKey(host.localName, variantOf(host, language));
  const markup = forms[key];
  if (markup === undefined || host.hasAttribute('light-dom')) return undefined;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const sheet = sheetOf(css);
  const known = root.querySelector(`[${formAttribute}]`);
  if (known !== null && root.adoptedStyleSheets.includes(sheet)) return undefined;
  const box = known ?? document.createElement('div');
  // What came with the form, its style among it, goes after this one is there: nothing moves.
  root.adoptedStyleSheets.push(sheet);
  for (const node of Array.from(root.childNodes)) if (node !== known) node.remove();
  if (known === null) {
    box.setAttribute(formAttribute, `${formsVersion} ${key}`);
    buildMarkup(markup.replaceAll(publicOriginMark, portalOrigin), box);
    root.append(box);
  }
  applyAttributes(host, box);
  hold(box);
  return box;
};
