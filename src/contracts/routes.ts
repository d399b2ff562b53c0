import { defaultLanguage, type Language } from './language.ts';

/**
 * The host site's paths (spec section 2), as patterns: `:id` stands for one segment, and for a classroom's key logs and
 * analytics know the pattern alone. `guard`: who may stay; the others are sent where decisions say.
 */
export const routes = {
  home: { path: '/', guard: 'guest' },
  signIn: { path: '/signin', guard: 'guest' },
  signUp: { path: '/signup', guard: 'guest' },
  resetPassword: { path: '/reset-password', guard: 'anyone' },
  dashboard: { path: '/dashboard', guard: 'session' },
  confirmation: { path: '/confirmation', guard: 'anyone' },
  widgetSignIn: { path: '/widgets/signin', guard: 'anyone' },
  widgetSignUp: { path: '/widgets/signup', guard: 'anyone' },
  teacherSignUp: { path: '/schoolzone/teacher/signup', guard: 'anyone' },
  teacherSignUpSuccess: { path: '/schoolzone/teacher/signup-success', guard: 'anyone' },
  /** `:id` is a classroomID. */
  classroom: { path: '/schoolzone/teacher/classroom/:id', guard: 'anyone' },
  classroomUpdate: { path: '/schoolzone/teacher/classroom-update', guard: 'anyone' },
  /** For people of the house who look after levels that players made. */
  levels: { path: '/devtools/ugc', guard: 'anyone' },
  widgetTeacherSignUp: { path: '/widgets/teacher-signup', guard: 'anyone' },
} as const satisfies Record<string, { path: string; guard: 'guest' | 'session' | 'anyone' }>;

export type RouteName = keyof typeof routes;
export type RoutePath = (typeof routes)[RouteName]['path'];

const isRouteName = (name: string): name is RouteName => name in routes;
export const routeNames = (): RouteName[] => Object.keys(routes).filter(isRouteName);

/** Pages that partners frame: a tag without a layout, in the language of its address alone. */
export type WidgetRoute = Extract<RouteName, `widget${string}`>;
export const isWidgetRoute = (name: RouteName): name is WidgetRoute => name.startsWith('widget');

/** What a search engine may show; the others say `noindex` and are not in the sitemap. */
export const indexedRoutes = ['home', 'signIn', 'signUp', 'teacherSignUp'] as const satisfies readonly RouteName[];

/**
 * Where an indexed page is read in one language, less the origin. The default language has the plain address, which
 * answers everybody in their own: it is what a search engine shows to those who read neither.
 */
export const indexedAddress = (page: (typeof indexedRoutes)[number], language: Language): string =>
  routes[page].path + (language === defaultLanguage ? '' : `?lang=${language}`);

/** The address of one classroom; whoever has it sees the class. */
export const classroomPath = (classroomID: string): string =>
  routes.classroom.path.replace(':id', encodeURIComponent(classroomID));

/** Where a path leads that is no page: the teachers' front page below their area, home elsewhere (spec section 2). */
export const pageInsteadOf = (pathname: string): 'teacherSignUp' | 'home' =>
  /^\/schoolzone\/teacher(\/|$)/.test(pathname) ? 'teacherSignUp' : 'home';

/** Query parameters that are secrets: never carried across links (decisions section 6). */
export const secretParameters = ['token', 'playfab_token', 'p', 'session'] as const;

/**
 * What Stripe's pages bring back: `payment` for `/dashboard`, the checkout's id for `/confirmation`. True for one
 * arrival only, so never carried across links either.
 */
export const arrivalParameters = { payment: 'payment', checkout: 'checkout' } as const;

/** What stays behind when a link is followed: both. Written out, for every element pays for its bytes. */
export const uncarriedParameters = [...secretParameters, 'payment', 'checkout'] as const;

/** A query string without these parameters and with these changes. Empty, or begins with `?`. */
export const queryWithout = (
  search: string,
  parameters: readonly string[],
  changes: Readonly<Record<string, string>> = {},
): string => {
  const query = new URLSearchParams(search);
  for (const name of parameters) query.delete(name);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** Values of `payment`: left the checkout without paying; comes back from managing the subscription. */
export const paymentReturns = ['cancelled', 'managed'] as const;
export type PaymentReturn = (typeof paymentReturns)[number];
