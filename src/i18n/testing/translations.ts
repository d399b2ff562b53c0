import { type Language, languages } from '../../contracts/language.ts';
import { loadTranslations } from '../load-translations.ts';
import type { Namespace, Translate } from '../translate.ts';

/** Loads the messages of one feature in each language. */
export const translationsOf = async (feature: Namespace): Promise<Readonly<Record<Language, Translate>>> => {
  const loaded = await Promise.all(
    languages.map(async (language) => ({ [language]: await loadTranslations(feature, language) })),
  );
  return Object.assign({}, ...loaded);
};
