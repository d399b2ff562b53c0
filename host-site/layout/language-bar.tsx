import { type Language, languages } from '../../src/contracts/language.ts';
import { carriedQuery } from '../script/address.ts';
import { useSite } from '../site-context.ts';

/** The name of each language in that language. The names are the same in every language, so they are not translated. */
const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };

/** Links to this page in each language. `script/language.ts` switches in place. */
export function LanguageBar() {
  const { t, language } = useSite();
  return (
    <nav className="languages" aria-label={t('languages')}>
      {languages.map((lang) => (
        <a
          key={lang}
          href={carriedQuery('', { lang })}
          lang={lang}
          hrefLang={lang}
          aria-label={`${lang.toUpperCase()}, ${languageNames[lang]}`}
          aria-current={lang === language ? 'true' : undefined}
        >
          {lang.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}
