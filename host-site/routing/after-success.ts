import type { TagName } from '../../src/contracts/elements.ts';
import { routes } from '../../src/contracts/routes.ts';
import { carriedQuery, type Destination } from './address.ts';

/** The page that follows a success. After a sign-up the element goes to the payment page by itself. */
export const pageAfterSuccess = {
  'maths-sign-in': 'dashboard',
  'maths-teacher-sign-up': 'teacherSignUpSuccess',
} as const satisfies Partial<Record<TagName, Destination>>;

/** Goes to the next page after a success for which React was not needed. @param hydrated aborts when it is */
export const leaveAfterSuccess = (hydrated: AbortSignal): void => {
  const leave = ({ target }: Event): void => {
    for (const [tag, page] of Object.entries(pageAfterSuccess)) {
      if (!(target instanceof Element) || target.localName !== tag) continue;
      // The server's own address of the page: a redirect would cost a round trip.
      location.assign(routes[page].path + carriedQuery(location.search));
    }
  };
  document.addEventListener('auth-success', leave, { signal: hydrated });
};
