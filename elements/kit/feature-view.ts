import { type ComponentType, createElement, type ReactNode } from 'react';
import type { Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { parametersWithout, type RoutePath, uncarriedParameters } from '../../src/contracts/routes.ts';
import { taskOf } from '../../src/contracts/tags.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import { ViewContext, type ViewValue } from '../../src/features/shared/use-element.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import type { ElementName, Translate } from '../../src/i18n/translate.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { languageOf, watchLanguage } from '../../src/lib/browser.ts';
import { formKey, type FormVariant, kindOf } from './form-protocol.ts';
import { createMount } from './mount.tsx';

export { createTranslate } from '../../src/i18n/load-translations.ts';

/** The texts of the style sheets that every element has. */
export const baseStyles = [tokensCss, uiCss];

type LinkOptions = { portal: string; language: Language; coupon: string | undefined; search: string };

/**
 * Returns a link to a page of the portal with language, coupon and the rest of the query, but never a secret or an
 * arrival (decisions.md#6-flows). `search` is empty in a widget, because a partner's parameters must not be passed on.
 */
export const portalLink = (path: RoutePath, { portal, language, coupon, search }: LinkOptions): string => {
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
const variantOf = (element: Element, language: Language): FormVariant => ({
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

/** The component of a feature. `styles`: the texts of the style sheets that other elements do not need, in order. */
export type FeatureView<Own> = ComponentType<{ controller: Own }> & { styles?: readonly string[] };

/** A view that is in the page. */
export type View<Own> = {
  /** The element was moved, or an attribute changed. */
  update(): void;
  /** The element has another portal or partner. What was typed stays. */
  restart(context: ElementContext, controller: Own): void;
  close(): void;
};

type Options<Own> = {
  host: HTMLElement;
  context: ElementContext;
  controller: Own;
  view: FeatureView<Own>;
  name: ElementName;
  /** The translations of the element's language when it was loaded. */
  t: Translate;
};

/** Renders an element with React, and translates it again whenever the language around it changes. */
export const showView = <Own>({ host, view, name, ...first }: Options<Own>): View<Own> => {
  let { context, controller, t } = first;
  let isOpen = true;
  let unwatch = (): void => undefined;
  const mount = createMount(host, [...baseStyles, ...(view.styles ?? [])].join('\n'), () =>
    context.failed({ code: 'GENERIC_ERROR', message: t('errors.GENERIC_ERROR') }),
  );

  const render = (): void => {
    const content = (element: ElementContext, search: string): ReactNode =>
      createElement(ViewContext, { value: createViewValue(t, element, search) }, createElement(view, { controller }));
    const variant = variantOf(host, t.language);
    mount.show(t, content(context, location.search), {
      key: formKey(host.localName, variant),
      content: (box) => content({ ...context, ...prerenderedValues(variant, box) }, ''),
    });
  };
  const translate = async (): Promise<void> => {
    const language = languageOf(host);
    const loaded = await loadTranslations(name, language).catch(() => undefined);
    if (!isOpen || language !== languageOf(host)) return;
    // The current content stays.
    if (loaded === undefined) return mount.loadFailed(() => void translate());
    t = loaded;
    render();
  };
  /** The element can be in another part of the page, with another language. */
  const update = (): void => {
    unwatch();
    unwatch = watchLanguage(host, update);
    if (languageOf(host) === t.language) render();
    else void translate();
  };
  update();
  return {
    update,
    restart(nextContext, nextController) {
      context = nextContext;
      controller = nextController;
      mount.keepTyped(render);
    },
    close() {
      isOpen = false;
      unwatch();
      mount.unmount();
    },
  };
};
