import { isPrerendered } from '../../elements/build/element-sources.ts';
import { formInPage } from '../../elements/build/form-in-page.ts';
import type { Forms } from '../../elements/build/forms.ts';
import { formKey } from '../../elements/runtime/form-key.ts';
import type { Language } from '../../src/contracts/language.ts';
import { formTags } from '../../src/contracts/tag-lists.ts';

/**
 * Inserts each tag's form, rendered at build time, into the tag's shadow root in this markup. A tag with `origin` is a
 * widget.
 * @throws when there is no such form.
 */
export const insertForms = (markup: string, language: Language, forms: Forms): string =>
  markup.replaceAll(new RegExp(`<(${formTags.join('|')})( [^>]*)?>`, 'g'), (start, tag: string, attributes = '') => {
    const kind = / origin="/.test(attributes) ? 'widget' : 'first-party';
    return isPrerendered(tag, kind) ? start + formInPage(forms, formKey(tag, { kind, language })) : start;
  });
