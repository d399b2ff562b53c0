import { queryWithout, type RouteName, type routes, uncarriedParameters } from '../../src/contracts/routes.ts';

/** Returns the query string for the next page, empty or with `?`: everything except secrets and arrivals. */
export const carriedQuery = (search: string, changes?: Record<string, string>): string =>
  queryWithout(search, uncarriedParameters, changes);

/** Returns whether a link of this origin leads to a page of the site: each such link names its language. */
export const isPage = ({ search }: HTMLAnchorElement): boolean => new URLSearchParams(search).has('lang');

/** The pages that the script opens. The whole table of the routes would be a tenth of the script. */
const paths = {
  home: '/',
  signIn: '/signin',
  dashboard: '/dashboard',
  teacherSignUpSuccess: '/schoolzone/teacher/signup-success',
} as const satisfies { [Name in RouteName]?: (typeof routes)[Name]['path'] };

export type NextPage = keyof typeof paths;

/** Returns a page's address with this query, as the server's own, so no redirect follows. It leads to no other site. */
export const addressOf = (name: NextPage, search: string = location.search): string =>
  paths[name] + carriedQuery(search);
