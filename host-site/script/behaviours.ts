import { arrivalFragment } from './arrival.ts';
import { askForConsent } from './consent.ts';
import type { PageFacts } from './page-files.ts';
import { fillIn } from './elements.ts';
import { completeLinks, followLanguage } from './language.ts';
import { followSession, leaveAccount, leaveAfterSuccess, showNotice } from './session.ts';
import { onClick, whenParsed } from './page-events.ts';
import { recordVisit } from './telemetry.ts';

/** Starts what every page does itself. It runs before the body is parsed. Each module is one behaviour. */
const startCommon = ({ name, guard }: PageFacts, arrival: string | null): void => {
  // The front page counts a visit before it redirects a signed-in visitor (product-spec.md#2-screens-and-routes).
  recordVisit(name);
  followSession(guard);
  followLanguage(arrivalFragment(name, arrival));
  askForConsent();
  showNotice();
  onClick('[data-print]', () => print());
  whenParsed(completeLinks);
};

/** Starts what a page with a prerendered form does. */
export const startFormBehaviours = (facts: PageFacts): void => {
  startCommon(facts, null);
  leaveAfterSuccess();
};

/** Starts what any other page does. */
export const startPageBehaviours = (facts: PageFacts, arrival: string | null): void => {
  const { classList } = document.documentElement;
  // Without a whole secret of a mailed link, the page shows the form that requests another link. It has its own heading.
  classList.toggle('without-link', facts.name === 'resetPassword' && !arrival);
  // The page reserves the space for the result of a purchase.
  classList.toggle('from-checkout', facts.name === 'confirmation' && arrival !== null);
  startCommon(facts, arrival);
  leaveAccount();
  fillIn();
};
