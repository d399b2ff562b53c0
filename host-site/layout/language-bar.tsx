import { languageFacts, languages } from '../../src/contracts/language.ts';
import { carriedQuery } from '../script/address.ts';
import { useSite } from '../site-context.ts';

/** Links to this page in each language. `script/links.ts` adds the query of the page. */
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
          aria-label={`${lang.toUpperCase()}, ${languageFacts[lang].name}`}
          aria-current={lang === language ? 'true' : undefined}
        >
          {lang.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}
