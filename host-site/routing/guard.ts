import { type RouteName, routes } from '../../src/contracts/routes.ts';

/** Pages with a layout. The widgets' pages are shown by `widget-page.ts` before any of this is loaded. */
export type PageName = Exclude<RouteName, 'widgetSignIn' | 'widgetSignUp'>;

const isPage = (name: RouteName | null): name is PageName =>
  name !== null && name !== 'widgetSignIn' && name !== 'widgetSignUp';

/** Who may stay (spec section 2): answers the page to show, which is the one asked for or the one to go to instead. */
export const admit = (asked: RouteName | null, signedIn: boolean): PageName => {
  const page = isPage(asked) ? asked : 'home';
  const { guard } = routes[page];
  switch (guard) {
    case 'guest':
      return signedIn ? 'dashboard' : page;
    case 'session':
      return signedIn ? page : 'signIn';
    case 'anyone':
      return page;
  }
};
