import type { ElementContext } from '../../src/features/shared/element-context.ts';
import type { ElementView } from '../../src/features/shared/use-element.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { portalLink } from './portal-links.ts';

/** @param search the query of the page, which links carry on. In widget mode it is a partner's, and not carried. */
export const createElementView = (t: Translate, element: ElementContext, search: string): ElementView => ({
  t,
  element,
  link: (path) =>
    portalLink(path, {
      portal: element.portal,
      language: t.language,
      coupon: element.attribute('coupon'),
      search: element.mode().kind === 'first-party' ? search : '',
    }),
});
