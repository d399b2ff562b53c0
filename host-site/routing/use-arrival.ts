import { useEffect, useState } from 'react';
import type { RouteName } from '../../src/contracts/routes.ts';
import { arrivalAt, forgetArrival } from './arrival.ts';
import { useHydrated } from './page-state.ts';

/**
 * Returns a React `ref` that passes the secret of the page to a tag as a property. With a React prop, it would become
 * an attribute if the tag is not defined yet.
 */
export const passSecret =
  (page: RouteName) =>
  (element: { secret: string | null } | null): void => {
    if (element !== null) element.secret = arrivalAt(page);
  };

/** Returns the values that the page was opened with, for this visit only. */
export const useArrival = (page: RouteName): string | undefined => {
  const [value] = useState(() => arrivalAt(page));
  const hydrated = useHydrated();
  useEffect(() => () => forgetArrival(page), [page]);
  return hydrated ? (value ?? undefined) : undefined;
};
