import { defaultLanguage, isLanguage, type Language } from '../../src/contracts/language.ts';

const known = (tag: string | null | undefined): Language | undefined => {
  // "fr-CA" is French to us.
  const [primary] = (tag ?? '').toLowerCase().split('-');
  return isLanguage(primary) ? primary : undefined;
};

/** The element's own `lang`, else that of what it stands in, as everywhere in HTML; English when we don't speak it. */
export const languageOf = (element: Element): Language =>
  known(element.getAttribute('lang')) ??
  known(element.parentElement?.closest('[lang]')?.getAttribute('lang')) ??
  defaultLanguage;
