import { type ComponentType, createElement, type ReactNode } from 'react';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import { ViewContext } from '../../src/features/shared/use-element.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import type { ElementName, Translate } from '../../src/i18n/translate.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { languageOf, watchLanguage } from '../../src/lib/browser.ts';
import { createViewValue, prerenderedValues, variantOf } from './element-view.ts';
import { formKey } from './form-protocol.ts';
import { createMount } from './mount.tsx';

export { createTranslate } from '../../src/i18n/load-translations.ts';

/** The texts of the style sheets that every element has. */
export const baseStyles = [tokensCss, uiCss];

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
