import { isWidgetRoute, pageInsteadOf, type RouteName, routes, type WidgetRoute } from '../../src/contracts/routes.ts';
import { type Destination, routeOf } from './address.ts';

/** Pages with a layout. The widgets' pages hold their form alone, and load none of this. */
export type PageName = Exclude<RouteName, WidgetRoute>;

/** Where a page sends this visitor instead (spec section 2); null lets them stay. */
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

/** The page to show, and where to go for it when that is another than the path asks for. */
export const admit = (pathname: string, signedIn: boolean): { page: PageName; goTo: Destination | null } => {
  const asked = routeOf(pathname);
  if (asked !== null && !isWidgetRoute(asked)) {
    const goTo = insteadOf(asked, signedIn);
    return { page: goTo ?? asked, goTo };
  }
  const known = pageInsteadOf(pathname);
  const goTo = insteadOf(known, signedIn) ?? known;
  return { page: goTo, goTo };
};
