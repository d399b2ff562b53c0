import type { RouteName } from '../../src/contracts/routes.ts';
import { arrivalAt } from './arrival.ts';

/**
 * Returns a React `ref` that passes the secret of the page to a tag as a property. With a React prop, it would become
 * an attribute if the tag is not defined yet.
 */
export const handOverSecret =
  (page: RouteName) =>
  (element: { secret: string | null } | null): void => {
    if (element !== null) element.secret = arrivalAt(page);
  };
