import type { RouteName } from '../../src/contracts/routes.ts';
import { arrivalAt } from './arrival.ts';

/**
 * Gives a tag the secret that its page was opened with, as a React `ref`. By property, and not by React's props: before
 * the definition they would become an attribute of the page.
 */
export const handOverSecret =
  (page: RouteName) =>
  (element: { secret: string | null } | null): void => {
    if (element !== null) element.secret = arrivalAt(page);
  };
