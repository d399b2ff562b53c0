import { onRestored, opensElsewhere } from '../../src/lib/browser.ts';
import { onClick, whenShown } from './page-events.ts';
import { queryWithout, uncarriedParameters } from '../../src/contracts/routes.ts';
import { formTags } from '../../src/contracts/tags.ts';
import { chosenLanguage, keepLanguage } from '../../src/session/choices.ts';

/** Returns the query string for the next page, empty or with `?`: everything except secrets and arrivals. */
export const carriedQuery = (search: string, changes?: Record<string, string>): string =>
  queryWithout(search, uncarriedParameters, changes);

/** Returns whether a link of this origin leads to a page of the site: each such link names its language. */
const isPage = ({ search }: HTMLAnchorElement): boolean => new URLSearchParams(search).has('lang');

/** Links that lead elsewhere than to this document. */
const links = 'a[href]:not([href=""], [href^="#"])';

/** The query that a link had in the document, and the one that it has now. */
type Queries = { own: string; complete: string };
const known = new WeakMap<HTMLAnchorElement, Queries>();

/**
 * Adds the query of this page, with its coupon, to the `href` of each link to a page of the site, also in a form. A
 * document is the same for every visitor, so its links contain a language only. Repeat it after a change of the query
 * or of the links.
 */
export const completeLinks = (): void => {
  const forms = [...document.querySelectorAll(formTags.join())].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  for (const link of [document, ...forms].flatMap((root) => [...root.querySelectorAll<HTMLAnchorElement>(links)])) {
    if (link.origin !== location.origin || !isPage(link)) continue;
    const before = known.get(link);
    const own = before?.complete === link.search ? before.own : link.search;
    const query = carriedQuery(location.search, Object.fromEntries(new URLSearchParams(own)));
    // A link to this page in another language has no path.
    const path = link.getAttribute('href')?.startsWith('?') ? '' : link.pathname;
    link.setAttribute('href', path + query + link.hash);
    known.set(link, { own, complete: link.search });
  }
};

/** Changes the query of this page in place. Nothing is loaded, and typed text stays. */
export const replaceQuery = (query: string): void => {
  history.replaceState(history.state, '', location.pathname + query + location.hash);
  completeLinks();
};

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
  onRestored(follow);

  if (fragment === '') return;
  onClick('.languages a', (link, event) => {
    if (opensElsewhere(event) || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    location.assign(link.search + fragment);
  });
};
