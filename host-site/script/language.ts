import { type Language, languageOfTag } from '../../src/contracts/language.ts';
import { chosenLanguage, keepLanguage } from '../../src/session/language.ts';
import { carriedQuery } from './address.ts';
import type * as ChangeLanguage from './change-language.ts';
import { completeLinks, replaceQuery } from './links.ts';
import { onClick } from './on-event.ts';
import { onReturn, whenParsed, whenShown } from './shown.ts';

/** Fired on the document after its language has changed, for texts that only this browser has. */
export const languageChanged = 'site:language';

const isOpenedElsewhere = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * Shows the page in the language that the visitor chose: by the links of this page, or earlier. A choice changes the
 * texts in place: address, history entry, typed text, focus and the state of the elements stay. The server reads the
 * address and a cookie. For a language that only the browser's storage contains, the page waits until it is exchanged.
 * @param file the module `change-language.ts`
 */
export const followLanguage = (file: string): void => {
  const { documentElement: root } = document;
  let wanted: Language | undefined;

  const change = async (language: Language): Promise<void> => {
    wanted = language;
    const isWanted = (): boolean => wanted === language;
    const { changeLanguage }: typeof ChangeLanguage = await import(/* @vite-ignore */ file);
    await changeLanguage(language, isWanted);
    if (!isWanted()) return;
    completeLinks();
    document.dispatchEvent(new Event(languageChanged));
  };

  const follow = (): void => {
    const language = chosenLanguage();
    if (language === undefined) return;
    whenShown(() => keepLanguage(language));
    // A page that redirects is hidden already.
    if (language === root.lang || root.hidden) return;
    root.hidden = true;
    const reveal = (): void => {
      root.hidden = false;
    };
    whenParsed(() => void change(language).then(reveal, reveal));
  };
  follow();
  onReturn(follow);

  onClick('.languages a', (link, event) => {
    const language = languageOfTag(link.lang);
    if (language === undefined || isOpenedElsewhere(event)) return;
    event.preventDefault();
    const query = carriedQuery(location.search, { lang: language });
    change(language).then(
      () => {
        if (wanted !== language) return;
        keepLanguage(language);
        replaceQuery(query);
      },
      () => location.assign(query),
    );
  });
};
