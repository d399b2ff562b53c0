import { queryWithout, type RouteName, routeNames, routes, uncarriedParameters } from '../../src/contracts/routes.ts';

/** Pages that a link can name. The site never links to a classroom, because only its teacher has the address. */
export type Destination = Exclude<RouteName, 'classroom'>;

const shapes = routeNames().map((name) => ({
  name,
  shape: new RegExp(`^${routes[name].path.replace(':id', '(?<id>[^/]+)')}/?$`),
}));

/** Returns the route of a path, or null for an unknown path. `/signin/` is the same as `/signin`. */
export const routeOf = (pathname: string): RouteName | null =>
  shapes.find(({ shape }) => shape.test(pathname))?.name ?? null;

/** Returns the part of the path that matches `:id` in the route's pattern, without decoding. */
export const idFromPath = (pathname: string): string | undefined =>
  shapes.map(({ shape }) => shape.exec(pathname)?.groups?.['id']).find((id) => id !== undefined);

/**
 * Returns the query string for the next page: everything except secrets and arrivals. It is empty or begins with `?`.
 */
export const carriedQuery = (search: string, changes?: Record<string, string>): string =>
  queryWithout(search, uncarriedParameters, changes);

/** Returns a link within the site. It can name known routes only, so no query or path can lead to another site. */
export const hrefOf = (name: Destination, search: string, changes?: Record<string, string>): string => {
  const { path } = routes[name];
  return (path === '/' ? path : `${path}/`) + carriedQuery(search, changes);
};
