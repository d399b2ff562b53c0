import { defaultLanguage, type Language, languageOfTag } from '../../src/contracts/language.ts';

/**
 * Returns the element's own `lang`, or the nearest one of its ancestors, as usual in HTML. Returns English for a
 * language that is not supported.
 */
export const languageOf = (element: Element): Language =>
  languageOfTag(element.getAttribute('lang')) ??
  languageOfTag(element.parentElement?.closest('[lang]')?.getAttribute('lang') ?? null) ??
  defaultLanguage;

/**
 * Calls back when the language of the page changes.
 * @returns a function that removes the listener
 */
export const watchPageLanguage = (onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
};
