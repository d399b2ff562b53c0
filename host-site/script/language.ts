import { chosenLanguage, keepLanguage } from '../../src/session/language.ts';
import { carriedQuery } from './address.ts';
import { onClick } from './on-event.ts';
import { onReturn, whenShown } from './shown.ts';

const isOpenedElsewhere = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * Remembers the language of the address. The links of the language bar name one, and so load the page in it; the server
 * reads the address and a cookie. A page whose language only the browser's storage contains is loaded again in it.
 * @param fragment the private value that the page was opened with, which the page in the other language needs, too
 */
export const followLanguage = (fragment: string): void => {
  const { documentElement: root } = document;
  const follow = (): void => {
    const language = chosenLanguage();
    if (language === undefined) return;
    whenShown(() => keepLanguage(language));
    const query = carriedQuery(location.search, { lang: language });
    // A page that redirects is hidden already. A page of this address is never loaded twice.
    if (language === root.lang || root.hidden || query === location.search) return;
    root.hidden = true;
    location.replace(query + (fragment || location.hash));
  };
  follow();
  onReturn(follow);

  if (fragment === '') return;
  onClick('.languages a', (link, event) => {
    if (isOpenedElsewhere(event) || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    location.assign(link.search + fragment);
  });
};
