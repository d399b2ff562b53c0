import { formTags } from '../../src/contracts/tags.ts';
import { carriedQuery, isPage } from './address.ts';

/** Links that lead elsewhere than to this document. */
const links = 'a[href]:not([href=""], [href^="#"])';

/** The query that a link had in the document, and the one that it has now. */
type Queries = { own: string; complete: string };
const known = new WeakMap<HTMLAnchorElement, Queries>();

/**
 * Adds the query of this page, with its coupon, to the `href` of each link to a page of the site, also in a form. A
 * document is the same for every visitor, so its links contain a language only. Repeat it after a change of the query or
 * of the links.
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
