import type { MouseEvent } from 'react';
import { type Language, languages } from '../../src/contracts/language.ts';
import { carriedQuery } from '../routing/address.ts';
import { replaceQuery } from '../routing/navigation.ts';
import { useSite } from '../site-context.ts';

/** The name of each language in that language. The names are the same in every language, so they are not translated. */
const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };

/** Switches the language in place: path, query and everything typed stay. */
export function LanguageBar() {
  const { t, language, search } = useSite();
  const choose = (event: MouseEvent, query: string) => {
    event.preventDefault();
    replaceQuery(query);
  };
  return (
    <nav className="languages" aria-label={t('languages')}>
      {languages.map((lang) => {
        const query = carriedQuery(search, { lang });
        return (
          <a
            key={lang}
            href={query}
            lang={lang}
            hrefLang={lang}
            aria-label={`${lang.toUpperCase()}, ${languageNames[lang]}`}
            aria-current={lang === language ? 'true' : undefined}
            onClick={(event) => choose(event, query)}
          >
            {lang.toUpperCase()}
          </a>
        );
      })}
    </nav>
  );
}
