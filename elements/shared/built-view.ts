import { publicOriginMark } from '../../src/contracts/pages.ts';
import type { FormVariant } from './form-key.ts';
import { portalLink } from './portal-links.ts';
import { themeOf, type View } from './view.ts';

type Built = Pick<View<unknown>, 'mode' | 'coupon' | 'email' | 'theme' | 'link' | 'attribute' | 'property'>;

/**
 * All that a form's first view could know when the portal was built. React takes over the drawn form with just this, for
 * it must find what it would have drawn itself; what this page knows besides comes right after.
 */
export const builtView = ({ kind, language, update }: FormVariant): Built => ({
  mode: { kind },
  coupon: undefined,
  email: undefined,
  theme: undefined,
  link: (path) => portalLink(path, { portal: publicOriginMark, language, coupon: undefined, search: '' }),
  attribute: (name) => (name === 'mode' && update ? 'update' : undefined),
  property: () => undefined,
});

/** What the loader put into a drawn form besides (`elements/instant/draw.ts`). */
export const drawnView = (box: Element): Pick<View<unknown>, 'email' | 'theme'> => ({
  email: box.querySelector('[name=email]')?.getAttribute('value') ?? undefined,
  theme: themeOf(box.firstElementChild?.getAttribute('data-theme') ?? null),
});
