import { queryWithout, type RouteName, routeNames, routes, uncarriedParameters } from '../../src/contracts/routes.ts';

/** Pages that a link can name. A classroom's address is in nobody's hands but the teacher's, so the site links to none. */
export type Destination = Exclude<RouteName, 'classroom'>;

const shapes = routeNames().map((name) => ({
  name,
  shape: new RegExp(`^${routes[name].path.replace(':id', '(?<id>[^/]+)')}/?$`),
}));

/** The route of a path, or null for a stranger. `/signin/` is `/signin`. */
export const routeOf = (pathname: string): RouteName | null =>
  shapes.find(({ shape }) => shape.test(pathname))?.name ?? null;

/** What stands where the route's pattern says `:id`, as it stands there. */
export const idIn = (pathname: string): string | undefined =>
  shapes.map(({ shape }) => shape.exec(pathname)?.groups?.['id']).find((id) => id !== undefined);

/** The query string that goes along to the next page: everything but secrets and arrivals. Empty, or begins with `?`. */
export const carriedQuery = (search: string, changes?: Record<string, string>): string =>
  queryWithout(search, uncarriedParameters, changes);

/** A link within the site. Only known routes can be named, so no query or path can lead away from it. */
export const hrefOf = (name: Destination, search: string, changes?: Record<string, string>): string => {
  const { path } = routes[name];
  return (path === '/' ? path : `${path}/`) + carriedQuery(search, changes);
};
