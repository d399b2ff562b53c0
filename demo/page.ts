import { isWidgetName, type WidgetName } from '../src/contracts/elements.ts';
import { defaultLanguage, isLanguage, type Language } from '../src/contracts/language.ts';
import { isMessageKey, type MessageKey, messages } from './messages.ts';

export type Translate = (key: MessageKey) => string;

const query = new URLSearchParams(location.search);
const asked = query.get('lang');
export const language: Language = isLanguage(asked) ? asked : defaultLanguage;
export const translate: Translate = (key) => messages[language][key];

/**
 * Returns the element with this id.
 * @throws when the page has no such element.
 */
export const part = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element with the id "${id}"`);
  return element;
};

const withQuery = (path: string, changes: Record<string, string>): string => {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) next.set(name, value);
  return next.size === 0 ? path : `${path}?${next}`;
};

const each = (name: string, act: (element: HTMLElement, value: string) => void): void => {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
    act(element, element.dataset[name] ?? '');
  }
};

/** Returns the story for a teacher or for a parent. Not every page has both. */
const messageOf = (key: string): string => {
  const schoolKey = `${key}.school`;
  if (chosenWidget() === 'teacher-signup' && isMessageKey(schoolKey)) return translate(schoolKey);
  return isMessageKey(key) ? translate(key) : key;
};

/** Inserts the messages and the links that keep the language. `title` is the key of the page's title. */
export const fillPage = (title: MessageKey): void => {
  document.documentElement.lang = language;
  document.title = translate(title);
  each('message', (element, key) => element.replaceChildren(messageOf(key)));
  each('label', (element, key) => element.setAttribute('aria-label', messageOf(key)));
  each('page', (element, page) => {
    element.setAttribute('href', withQuery(page, {}));
    if (location.pathname.endsWith(page)) element.setAttribute('aria-current', 'page');
  });
  each('language', (element, value) => {
    element.setAttribute('href', withQuery('', { lang: value }));
    if (value === language) element.setAttribute('aria-current', 'true');
  });
  each('widget', (element, value) => {
    element.setAttribute('href', withQuery('', { widget: value }));
    if (value === chosenWidget()) element.setAttribute('aria-current', 'true');
  });
};

/** Returns the form that the visitor chose with `?widget=`, or sign-up. */
export const chosenWidget = (): WidgetName => {
  const chosen = query.get('widget');
  return isWidgetName(chosen) ? chosen : 'signup';
};
