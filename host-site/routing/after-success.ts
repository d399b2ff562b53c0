import type { TagName } from '../../src/contracts/elements.ts';
import { routes } from '../../src/contracts/routes.ts';
import { carriedQuery, type Destination } from './address.ts';

/** The page that follows a success. After a sign-up the element goes to the payment page by itself. */
export const pageAfterSuccess = {
  'maths-sign-in': 'dashboard',
  'maths-teacher-sign-up': 'teacherSignUpSuccess',
} as const satisfies Partial<Record<TagName, Destination>>;

/** Fired on the document when React handles the events of the page. */
const hydratedEvent = 'site:hydrated';

export const announceHydrated = (): void => void document.dispatchEvent(new Event(hydratedEvent));

/** Returns a signal that aborts when React handles the events of the page. */
export const untilHydrated = (): AbortSignal => {
  const hydrated = new AbortController();
  document.addEventListener(hydratedEvent, () => hydrated.abort(), { once: true });
  return hydrated.signal;
};

/** Goes to the next page after a success for which React was not needed. */
export const leaveAfterSuccess = (): void => {
  const leave = ({ target }: Event): void => {
    for (const [tag, page] of Object.entries(pageAfterSuccess)) {
      // The server's own address of the page: a redirect would cost a round trip.
      const url = routes[page].path + carriedQuery(location.search);
      if (target instanceof Element && target.localName === tag) location.assign(url);
    }
  };
  document.addEventListener('auth-success', leave, { signal: untilHydrated() });
};
