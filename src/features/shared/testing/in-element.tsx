import { act, cleanup, configure, render } from '@testing-library/react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { afterEach } from 'vitest';
import type { Language } from '../../../contracts/language.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { type ViewValue, ViewContext } from '../use-element.ts';
import type { FakeElement } from './fake-element.ts';

afterEach(cleanup);
// The limit is long for a busy machine. A passing test does not need it.
configure({ asyncUtilTimeout: 4000 });

type Translations = Readonly<Record<Language, Translate>>;

/** Returns a view as its element renders it. The link of a page is `https://portal.example<path>?lang=<language>`. */
export const inElement = (element: FakeElement, translations: Translations, view: ReactNode): ReactNode => {
  const t = translations[element.state.language];
  const link: ViewValue['link'] = (path) => `${element.portal}${path}?lang=${t.language}`;
  return <ViewContext value={{ t, element, link }}>{view}</ViewContext>;
};

/** Renders a view in its element, again whenever it sets an attribute. `speak` changes the language of the element. */
export const renderInElement = (element: FakeElement, translations: Translations, view: ReactNode) => {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  let changes = 0;
  const change = (): void => {
    changes += 1;
    for (const listener of listeners) listener();
  };
  function Element() {
    useSyncExternalStore(subscribe, () => changes);
    return inElement(element, translations, view);
  }
  element.setAttribute.mockImplementation((name, value) => {
    element.attributes[name] = value;
    change();
  });
  const refresh = (): void => act(change);
  const speak = (language: Language): void => {
    element.state.language = language;
    refresh();
  };
  return { ...render(<Element />), refresh, speak };
};
