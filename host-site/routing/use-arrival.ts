import { useEffect, useState } from 'react';
import type { RouteName } from '../../src/contracts/routes.ts';
import { arrivalAt, forgetArrival } from './arrival.ts';
import { useHydrated } from './page-state.ts';

/** Returns the values that the page was opened with, for this visit only. */
export const useArrival = (page: RouteName): string | undefined => {
  const [value] = useState(() => arrivalAt(page));
  const hydrated = useHydrated();
  useEffect(() => () => forgetArrival(page), [page]);
  return hydrated ? (value ?? undefined) : undefined;
};
