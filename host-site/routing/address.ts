import { type RouteName, routes, uncarriedParameters } from '../../src/contracts/routes.ts';

const isRouteName = (name: string): name is RouteName => name in routes;
const names = Object.keys(routes).filter(isRouteName);

/** The route of a path, or null for a stranger. `/signin/` is `/signin`. */
export const routeOf = (pathname: string): RouteName | null =>
  names.find((name) => routes[name].path === pathname || `${routes[name].path}/` === pathname) ?? null;

/** The query string that goes along to the next page: everything but secrets and arrivals. Empty, or begins with `?`. */
export const carriedQuery = (search: string, changes: Record<string, string> = {}): string => {
  const query = new URLSearchParams(search);
  for (const name of uncarriedParameters) query.delete(name);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** A link within the site. Only known routes can be named, so no query or path can lead away from it. */
export const hrefOf = (name: RouteName, search: string): string => {
  const { path } = routes[name];
  return (path === '/' ? path : `${path}/`) + carriedQuery(search);
};
