import { type WidgetName, widgetNames, widgetPath } from './tags.ts';
import { defaultLanguage, type Language } from './language.ts';

/** Pages that partners frame: a tag without a layout, in the language of its address only. */
export type WidgetRoute = `widget-${WidgetName}`;
type WidgetRoutes = {
  readonly [Name in WidgetName as `widget-${Name}`]: { readonly path: `/widgets/${Name}`; readonly guard: 'anyone' };
};
const widgetRoutes = /* @__PURE__ */ ((): WidgetRoutes => {
  const route = (name: WidgetName) => ({ [`widget-${name}`]: { path: widgetPath(name), guard: 'anyone' } });
  return Object.assign({}, ...widgetNames.map(route));
})();

type Route = { path: string; guard: 'guest' | 'session' | 'anyone'; secret?: 'token' | 'checkout' | 'path' };

/**
 * The host site's paths (product-spec.md#2-screens-and-routes) as patterns, also for logs and analytics: `:id` is one
 * segment. `guard`: who may stay on the page; others are redirected. `secret`: what of the address is private: a
 * parameter, in the fragment of our own links, or the path. Files have the routes' names.
 */
export const routes = {
  home: { path: '/', guard: 'guest' },
  signIn: { path: '/signin', guard: 'guest' },
  signUp: { path: '/signup', guard: 'guest' },
  resetPassword: { path: '/reset-password', guard: 'anyone', secret: 'token' },
  dashboard: { path: '/dashboard', guard: 'session' },
  confirmation: { path: '/confirmation', guard: 'anyone', secret: 'checkout' },
  cancel: { path: '/cancel', guard: 'anyone', secret: 'token' },
  /**
   * Google Play and the App Store ask for an address in the web where a deletion is requested, which names the product,
   * the steps, and what is deleted and kept (https://support.google.com/googleplay/android-developer/answer/13327111).
   */
  deleteAccount: { path: '/delete-account', guard: 'anyone', secret: 'token' },
  teacherSignUp: { path: '/schoolzone/teacher/signup', guard: 'anyone' },
  teacherSignUpSuccess: { path: '/schoolzone/teacher/signup-success', guard: 'anyone' },
  /** `:id` is a classroomID. */
  classroom: { path: '/schoolzone/teacher/classroom/:id', guard: 'anyone', secret: 'path' },
  classroomUpdate: { path: '/schoolzone/teacher/classroom-update', guard: 'anyone', secret: 'token' },
  /** For employees who maintain levels that players created. */
  levels: { path: '/devtools/ugc', guard: 'anyone' },
  ...widgetRoutes,
  /** The two legal pages are samples, which `VITE_TERMS_URL` and `VITE_PRIVACY_URL` replace. */
  terms: { path: '/terms', guard: 'anyone' },
  privacy: { path: '/privacy', guard: 'anyone' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
export type RoutePath = (typeof routes)[RouteName]['path'];

/** Returns what of a page's address is private. */
export const secretOfRoute = (name: RouteName): Route['secret'] => {
  const route: Route = routes[name];
  return route.secret;
};

export const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);
export const routeNames = (): RouteName[] => Object.keys(routes).filter(isRouteName);

export const isWidgetRoute = (name: RouteName): name is WidgetRoute => name.startsWith('widget-');

/** The pages that search engines may show. The others are `noindex`. */
export const indexedRoutes = [
  'home',
  'signIn',
  'signUp',
  'deleteAccount',
  'teacherSignUp',
] as const satisfies readonly RouteName[];
export type IndexedRoute = (typeof indexedRoutes)[number];
export const isIndexed = (name: RouteName): name is IndexedRoute => indexedRoutes.some((one) => one === name);

/**
 * Returns the path of an indexed page. The default language has the plain address, which answers in the visitor's
 * language: search engines show it to people who read neither.
 */
export const indexedAddress = (page: IndexedRoute, language: Language): string =>
  routes[page].path + (language === defaultLanguage ? '' : `?lang=${language}`);

/** Returns the address of one classroom. Everybody who has it can see the class. */
export const classroomPath = (classroomID: string): string =>
  routes.classroom.path.replace(':id', encodeURIComponent(classroomID));

/** Returns whether a path is in the teachers' area. */
export const isForTeachers = (pathname: string): boolean => /^\/schoolzone\/teacher(\/|$)/.test(pathname);

/** Returns where an unknown path leads: in their area, teachers start again (product-spec.md#2-screens-and-routes). */
export const fallbackRoute = (pathname: string): 'teacherSignUp' | 'home' =>
  isForTeachers(pathname) ? 'teacherSignUp' : 'home';

/** Query parameters that are secrets, or that may contain one. Links never carry them (decisions.md#6-flows). */
export const secretParameters = ['token', 'playfab_token', 'p', 'session', 'code', 'password'] as const;

/** Query parameters of Stripe's returns to `/dashboard` and `/confirmation`, for one arrival: never carried on. */
export const arrivalParameters = { payment: 'payment', checkout: 'checkout' } as const;

/** Both groups, which are removed from links. */
export const uncarriedParameters: readonly string[] = [...secretParameters, ...Object.values(arrivalParameters)];

/** Returns the query's parameters except these, in every spelling: `TOKEN`, `token[]`, `user[token]`. */
export const parametersWithout = (search: string, parameters: readonly string[]): URLSearchParams =>
  new URLSearchParams(
    [...new URLSearchParams(search)].filter(
      ([name]) => !parameters.some((parameter) => new RegExp(`\\b${parameter}\\b`, 'i').test(name)),
    ),
  );

/** Returns a query string without these parameters and with these changes. It is empty or begins with `?`. */
export const queryWithout = (
  search: string,
  parameters: readonly string[],
  changes: Readonly<Record<string, string>> = {},
): string => {
  const query = parametersWithout(search, parameters);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};
