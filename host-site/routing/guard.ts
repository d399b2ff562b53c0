import { isWidgetRoute, fallbackRoute, type RouteName, routes, type WidgetRoute } from '../../src/contracts/routes.ts';
import { type Destination, routeOf } from './address.ts';

/** Pages with a layout. The widgets' pages contain only their form, and load none of this. */
export type PageName = Exclude<RouteName, WidgetRoute>;

/** Returns the page to which a page redirects this visitor (product-spec.md#2-screens-and-routes), or null. */
const insteadOf = (page: PageName, signedIn: boolean): (Destination & PageName) | null => {
  switch (routes[page].guard) {
    case 'guest':
      return signedIn ? 'dashboard' : null;
    case 'session':
      return signedIn ? null : 'signIn';
    case 'anyone':
      return null;
  }
};

/** Returns the page to show, and the address to go to when it differs from the current path. */
export const resolveRoute = (
  pathname: string,
  signedIn: boolean,
): { page: PageName; redirectTo: Destination | null } => {
  const asked = routeOf(pathname);
  if (asked !== null && !isWidgetRoute(asked)) {
    const redirectTo = insteadOf(asked, signedIn);
    return { page: redirectTo ?? asked, redirectTo };
  }
  const known = fallbackRoute(pathname);
  const redirectTo = insteadOf(known, signedIn) ?? known;
  return { page: redirectTo, redirectTo };
};
