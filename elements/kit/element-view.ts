import type { Language } from '../../src/contracts/language.ts';
import { parametersWithout, type RoutePath, uncarriedParameters } from '../../src/contracts/routes.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import type { ViewValue } from '../../src/features/shared/use-element.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { taskOf } from '../../src/contracts/tags.ts';
import { type FormVariant, kindOf } from './form-protocol.ts';

type Context = { portal: string; language: Language; coupon: string | undefined; search: string };

/**
 * Returns a link to a page of the portal with language, coupon and the rest of the query, but never a secret or an
 * arrival (decisions.md#6-flows). `search` is empty in a widget, because a partner's parameters must not be passed on.
 */
export const portalLink = (path: RoutePath, { portal, language, coupon, search }: Context): string => {
  const query = parametersWithout(search, uncarriedParameters);
  query.set('lang', language);
  if (coupon !== undefined) query.set('coupon', coupon);
  return `${portal}${path}?${query}`;
};

/** @param search the query of the page, which links carry on. In widget mode it is a partner's, and not carried. */
export const createViewValue = (t: Translate, element: ElementContext, search: string): ViewValue => ({
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

/** Returns the form that the tag's attributes describe. */
export const variantOf = (element: Element, language: Language): FormVariant => ({
  kind: kindOf(element),
  language,
  task: taskOf(element.localName, element.getAttribute('mode')),
});

/**
 * The values of an element when its form was prerendered. React must find the markup that it would render, so it
 * hydrates with these, and renders the differences of this page afterwards.
 * @param box the form, into which the loader copied two attributes (`form-protocol.ts`)
 */
export const prerenderedValues = (
  { kind, language, task }: FormVariant,
  box?: Element,
): Pick<ElementContext, 'portal' | 'mode' | 'language' | 'attribute' | 'ready'> => {
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
    // The form is ready once it shows this page's values.
    ready: () => undefined,
  };
};
