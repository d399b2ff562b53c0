import { paymentReturns } from '../../src/contracts/elements.ts';
import { definitionOf, isTag } from '../../src/contracts/tags.ts';
import { carriedQuery } from './address.ts';
import { arrivalFragment } from './arrival.ts';
import { askForConsent } from './consent.ts';
import type { PageFacts } from './element.ts';
import { completeLinks, followLanguage, replaceQuery } from './language.ts';
import { fillIn } from './membership.ts';
import { onClick, whenParsed } from './page-events.ts';
import { followSession, leaveAccount, leaveAfterSuccess, showNotice } from './session.ts';
import { recordVisit } from './telemetry.ts';

/** Starts what every page does itself. It runs before the body is parsed. Each module is one behaviour. */
export const startPage = ({ name, guard }: Pick<PageFacts, 'name' | 'guard'>, arrival: string | null): void => {
  const { classList } = document.documentElement;
  // Without a whole secret of a mailed link, the page shows the form that requests another link. It has its own heading.
  classList.toggle('without-link', name === 'resetPassword' && !arrival);
  // The page reserves the space for the result of a purchase.
  classList.toggle('from-checkout', name === 'confirmation' && arrival !== null);
  // The front page counts a visit before it redirects a signed-in visitor (product-spec.md#2-screens-and-routes).
  recordVisit(name);
  followSession(guard);
  followLanguage(arrivalFragment(name, arrival));
  askForConsent();
  showNotice();
  onClick('[data-print]', () => print());
  whenParsed(completeLinks);
  leaveAfterSuccess();
  leaveAccount();
  fillIn();
};

/** Updates the address when the visitor opens another form inside the tag, so that links, Back and a reload work. */
const followMode = (host: HTMLElement): void => {
  const follow = (): void => {
    const mode = host.getAttribute('mode');
    if (mode !== null) replaceQuery(carriedQuery(location.search, { mode }));
  };
  new MutationObserver(follow).observe(host, { attributeFilter: ['mode'] });
};

/** Sets the attributes of this visit, which the document cannot contain. */
export const setAttributes = (host: HTMLElement, arrival: string | null): void => {
  const query = new URLSearchParams(location.search);
  const set = (name: string, value: string | null | undefined): void => {
    if (value !== null && value !== undefined) host.setAttribute(name, value);
  };
  const { localName: tag } = host;
  // An attribute could be read by any code that reads the page.
  if (isTag(tag) && definitionOf(tag).takesSecret) Object.assign(host, { secret: arrival });
  switch (tag) {
    case 'maths-sign-in':
    case 'maths-sign-up':
      return set('coupon', query.get('coupon'));
    case 'maths-teacher-sign-up':
      set('mode', query.get('mode'));
      return followMode(host);
    case 'maths-dashboard':
      set(
        'payment',
        paymentReturns.find((name) => name === arrival),
      );
      return set('coupon', query.get('coupon'));
    case 'maths-confirmation':
      return set('checkout', arrival);
    case 'maths-classroom': {
      const [id = ''] = location.pathname.split('/').slice(-1);
      // A mail program may have put something behind the id.
      return set('classroom-id', id.replace(/[^\w-].*/, ''));
    }
    case 'maths-cancel':
      set('mode', query.get('mode'));
  }
};
