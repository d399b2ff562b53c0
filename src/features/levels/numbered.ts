import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Returns a translation function that formats numbers in the language, because a list may have ten thousand names. */
export const numbered = (t: Translate, language: Language): Translate => {
  const { format } = new Intl.NumberFormat(language);
  return (key, values = {}) => {
    const written = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? format(value) : value,
    ]);
    return t(key, Object.fromEntries(written));
  };
};
