import type { TagName } from '../../src/contracts/elements.ts';
import { routes } from '../../src/contracts/routes.ts';
import { carriedQuery, type Destination } from './address.ts';
import { storeTyped } from './typed-sign-up.ts';

/** Returns the page that follows a success. After a sign-up the element itself navigates to the payment page. */
export const pageAfterSuccess = {
  'maths-sign-in': 'dashboard',
  'maths-teacher-sign-up': 'teacherSignUpSuccess',
} as const satisfies Partial<Record<TagName, Destination>>;

/**
 * Navigates to the next page after a success that did not need React.
 * @param hydrated aborts when React has hydrated the page
 */
export const leaveAfterSuccess = (hydrated: AbortSignal): void => {
  const leave = ({ target }: Event): void => {
    for (const [tag, page] of Object.entries(pageAfterSuccess)) {
      if (!(target instanceof Element) || target.localName !== tag) continue;
      if (page === 'teacherSignUpSuccess') storeTyped(target);
      // The server's own address of the page is used, because a redirect would cost a round trip.
      location.assign(routes[page].path + carriedQuery(location.search));
    }
  };
  document.addEventListener('auth-success', leave, { signal: hydrated });
};
