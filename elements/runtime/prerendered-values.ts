import { publicOriginMark } from '../../src/contracts/pages.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import type { FormVariant } from './form-key.ts';

/**
 * The values of an element that were known when its form was prerendered. React hydrates the form with exactly these,
 * because it must find the same markup that it would render. The differences of this page are rendered directly afterwards.
 * @param box the form, into which the loader copied two attributes (`elements/loader/apply-attributes.ts`)
 */
export const prerenderedValues = (
  { kind, language, task }: FormVariant,
  box?: Element,
): Pick<ElementContext, 'portal' | 'mode' | 'language' | 'attribute'> => {
  const attributes: Readonly<Record<string, string | null | undefined>> = {
    mode: task,
    email: box?.querySelector('[name=email]')?.getAttribute('value'),
    theme: box?.firstElementChild?.getAttribute('data-theme'),
  };
  return {
    portal: publicOriginMark,
    mode: () => ({ kind }),
    language: () => language,
    attribute: (name) => attributes[name] ?? undefined,
  };
};
