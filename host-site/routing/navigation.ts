import { useSyncExternalStore } from 'react';
import { type Destination, hrefOf } from './address.ts';

/** The address of the page as a store: `useAddress` follows our own navigation and the browser's back and forward. */
const changed = 'site:address';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
};

const announce = () => dispatchEvent(new Event(changed));

/** Re-renders whenever path or query change. */
export const useAddress = (): { pathname: string; search: string } => {
  useSyncExternalStore(subscribe, () => location.pathname + location.search);
  return { pathname: location.pathname, search: location.search };
};

/** Goes to a route with the query carried along, as a new history entry, and to the top of the page. */
export const navigate = (name: Destination, changes?: Record<string, string>): void => {
  history.pushState(null, '', hrefOf(name, location.search, changes));
  scrollTo(0, 0);
  announce();
};

/** The same without a history entry: for guards, so that Back does not lead into a redirect. */
export const redirect = (name: Destination): void => {
  history.replaceState(null, '', hrefOf(name, location.search));
  announce();
};

/** Changes the query of this page in place: nothing reloads, nothing typed is lost. */
export const replaceQuery = (query: string): void => {
  history.replaceState(null, '', location.pathname + query);
  announce();
};
