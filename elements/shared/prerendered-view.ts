import { publicOriginMark } from '../../src/contracts/pages.ts';
import type { FormVariant } from './form-key.ts';
import { portalLink } from './portal-links.ts';
import { themeOf, type View } from './view.ts';

type Prerendered = Pick<View, 'mode' | 'coupon' | 'email' | 'theme' | 'portal' | 'link' | 'attribute' | 'property'>;

/**
 * The settings that were known when the form was prerendered. React hydrates the form with exactly these, because it
 * must find the same markup that it would render. The differences of this page are rendered directly afterwards.
 */
export const prerenderedView = ({ kind, language, task }: FormVariant): Prerendered => ({
  mode: { kind },
  coupon: undefined,
  email: undefined,
  theme: undefined,
  portal: publicOriginMark,
  link: (path) => portalLink(path, { portal: publicOriginMark, language, coupon: undefined, search: '' }),
  attribute: (name) => (name === 'mode' ? task : undefined),
  property: () => undefined,
});

/** Returns the values that the loader copied into the prerendered form (`elements/prerendered/apply-attributes.ts`). */
export const appliedAttributes = (box: Element): Pick<View, 'email' | 'theme'> => ({
  email: box.querySelector('[name=email]')?.getAttribute('value') ?? undefined,
  theme: themeOf(box.firstElementChild?.getAttribute('data-theme') ?? null),
});
