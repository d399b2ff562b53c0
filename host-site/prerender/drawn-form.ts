import { criticalCss } from '../../elements/critical-css.ts';
import type { Forms } from '../../elements/forms.ts';
import { formAttribute, formKey, formTags } from '../../elements/shared/form-key.ts';
import type { Language } from '../../src/contracts/language.ts';

/** The text inside the tag, for those whose browser runs no script. */
const forReaders = '<noscript><slot></slot></noscript>';

/**
 * Puts each tag's form, rendered at build time, into its shadow root in this markup: it can be typed into as soon as it is
 * parsed, and React takes it over. A tag with `origin` is a widget. @throws when there is no such form.
 */
export const drawForms = (markup: string, language: Language, { version, css, forms }: Forms): string =>
  markup.replaceAll(new RegExp(`<(${formTags.join('|')})( [^>]*)?>`, 'g'), (start, tag: string, attributes = '') => {
    const kind = / origin="/.test(attributes) ? 'widget' : 'first-party';
    const key = formKey(tag, { kind, language, update: false });
    const form = forms[key];
    if (form === undefined) throw new Error(`No form was rendered for ${key}`);
    return (
      `${start}<template shadowrootmode="open" shadowrootdelegatesfocus=""><style>${criticalCss(css, form)}</style>` +
      `${forReaders}<div ${formAttribute}="${version} ${key}">${form}</div></template>`
    );
  });
