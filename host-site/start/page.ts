/** The script inside a page's document (see prerender/document.ts). It runs before anything of the page is shown. */

import { showBannerUnlessAnswered } from '../consent/asking.ts';
import { answerByClick } from '../consent/early-answer.ts';
import { recordConversions } from '../record-conversions.ts';
import { carriedQuery, routeOf } from '../routing/address.ts';
import { leaveAfterSuccess } from '../routing/after-success.ts';
import { hasArrived, takeArrival } from '../routing/arrival.ts';
import { isWrongPage, hideWrongPage } from '../routing/first-page.ts';
import { untilHydrated } from '../routing/hydrated.ts';
import { chosenLanguage, keepLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { createLoadStyles, createLoadView, readFiles } from './files.ts';
import { startForm } from './prerendered-form.ts';

/**
 * Adds the query of the address, with its coupon, to each link of the site that is followed before React renders it
 * with that query. A document is prerendered for every visitor, so its links contain a language only.
 */
const carryQueryByClick = (hydrated: AbortSignal): void => {
  const carry = (event: Event): void => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link === undefined || link.origin !== location.origin || routeOf(link.pathname) === null) return;
    link.search = carriedQuery(location.search, Object.fromEntries(new URLSearchParams(link.search)));
  };
  document.addEventListener('click', carry, { capture: true, signal: hydrated });
};

// This comes first, so that no request is sent while a secret is in the address bar.
takeArrival();
// Without the secret of a mailed link, the page shows the form that requests another link. It has its own heading.
const isWithoutLink = routeOf(location.pathname) === 'resetPassword' && !hasArrived('resetPassword');
const { classList } = document.documentElement;
classList.toggle('without-link', isWithoutLink);
// A submit may open the next page before React is loaded, which keeps the language of later navigations.
const language = chosenLanguage();
if (language !== undefined) keepLanguage(language);
const isSignedIn = createSessionStore().read() !== null;
// The header waits for its link to the account.
classList.toggle('signed-in', isSignedIn);
// The page reserves the space for the result of a purchase.
classList.toggle('from-checkout', isSignedIn && hasArrived('confirmation'));
hideWrongPage();
recordConversions();
// The banner is in every page; this shows it.
showBannerUnlessAnswered();
const hydrated = untilHydrated();
hydrated.addEventListener('abort', () => classList.remove('signed-in'));
answerByClick(hydrated);
leaveAfterSuccess(hydrated);
carryQueryByClick(hydrated);

const { controller, styles, view } = readFiles();
const loadStyles = createLoadStyles(styles);
const loadView = createLoadView(view, loadStyles);
const query = new URLSearchParams(location.search);
const prepare = (host: HTMLElement): boolean => {
  // React sets it too, but a sign-up may open its payment page before React is loaded. React compares the tags with the
  // document, which has no query, so the pages render them with `suppressHydrationWarning`.
  const coupon = query.get('coupon');
  if (coupon !== null) host.setAttribute('coupon', coupon);
  const mode = query.get('mode') ?? 'create';
  if (mode === 'create') return true;
  // The teachers' other forms are not the one that was prerendered, and need other space.
  host.setAttribute('mode', mode);
  return false;
};
if (isWrongPage()) document.addEventListener('DOMContentLoaded', loadView);
else if (controller.length > 0) startForm({ controller, loadStyles, loadView, prepare });
// An element without a prerendered form needs its script immediately. Any other page is complete, so its own pictures
// load first.
else if (document.currentScript?.hasAttribute('data-now')) document.addEventListener('DOMContentLoaded', loadView);
else addEventListener('load', () => setTimeout(loadView));
