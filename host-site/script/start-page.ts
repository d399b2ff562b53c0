import { deletionFragment, paymentReturnOf } from '../../src/contracts/elements.ts';
import { definitionOf, isTag } from '../../src/contracts/tags.ts';
import { arrivalFragment } from './arrival.ts';
import { askForConsent } from './consent.ts';
import type { PageFacts } from './element.ts';
import { carriedQuery, completeLinks, followLanguage, replaceQuery } from './language.ts';
import { fillInMembership } from './membership.ts';
import { onClick, whenParsed } from './page-events.ts';
import { followSession, leaveAccount, leaveAfterSuccess, showNotice } from './session.ts';
import { recordVisit } from './telemetry.ts';

/** Starts what every page does itself. It runs before the body is parsed. Each module is one behaviour. */
export const startPage = ({ name, guard }: Pick<PageFacts, 'name' | 'guard'>, arrival: string | null): void => {
  const { classList } = document.documentElement;
  // Without a whole secret of a mailed link, the page shows the form that requests another link. It has its own
  // heading.
  classList.toggle('without-link', name === 'resetPassword' && !arrival);
  // The page reserves the space for the result of a purchase.
  classList.toggle('from-checkout', name === 'confirmation' && arrival !== null);
  // The front page counts a visit before it redirects a signed-in visitor (product-spec.md#2-screens-and-routes).
  recordVisit(name);
  const fragment = arrivalFragment(name, arrival);
  followSession(guard, fragment);
  followLanguage(fragment);
  askForConsent();
  showNotice();
  onClick('[data-print]', () => print());
  whenParsed(completeLinks);
  leaveAfterSuccess();
  leaveAccount();
  fillInMembership();
};

/** Updates the address when the visitor opens another form inside the tag, so that links, Back and a reload work. */
const followMode = (host: HTMLElement): void => {
  const follow = (): void => {
    const mode = host.getAttribute('mode');
    if (mode !== null) replaceQuery(carriedQuery(location.search, { mode }));
  };
  new MutationObserver(follow).observe(host, { attributeFilter: ['mode'] });
};

type Visit = { query: URLSearchParams; arrival: string | null };

/** The attributes that the document cannot contain, because each visit has its own. */
const attributesOfVisit: Readonly<Record<string, (visit: Visit) => string | null | undefined>> = {
  coupon: ({ query }) => query.get('coupon'),
  // A fragment stays in the address on the way through the log-in, and no other link carries it on.
  mode: ({ query }) => (location.hash === deletionFragment ? 'deletion' : query.get('mode')),
  payment: ({ arrival }) => paymentReturnOf(arrival),
  checkout: ({ arrival }) => arrival,
  // A mail program may have put something behind the id.
  'classroom-id': () =>
    location.pathname
      .split('/')
      .at(-1)
      ?.replace(/[^\w-].*/, ''),
};

/** Sets the attributes of this visit that the element may have, and the document does not contain. */
export const setAttributes = (host: HTMLElement, arrival: string | null): void => {
  const { localName: tag } = host;
  if (!isTag(tag)) return;
  const { attributes, takesSecret } = definitionOf(tag);
  // An attribute could be read by any code that reads the page.
  if (takesSecret) Object.assign(host, { secret: paymentReturnOf(arrival) === undefined ? arrival : null });
  for (const [name, valueOf] of Object.entries(attributesOfVisit)) {
    if (!attributes.includes(name) || host.hasAttribute(name)) continue;
    const value = valueOf({ query: new URLSearchParams(location.search), arrival });
    if (value !== null && value !== undefined) host.setAttribute(name, value);
  }
  if (tag === 'maths-teacher-sign-up') followMode(host);
};
