import { defaultLanguage, type Language, languageOfTag } from '../../src/contracts/language.ts';

/** The element's own `lang`, else that of what it stands in, as everywhere in HTML; English when we don't speak it. */
export const languageOf = (element: Element): Language =>
  languageOfTag(element.getAttribute('lang')) ??
  languageOfTag(element.parentElement?.closest('[lang]')?.getAttribute('lang') ?? null) ??
  defaultLanguage;

/** Calls back when the language of the page changed. @returns a function that stops it */
export const watchPageLanguage = (onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
};
