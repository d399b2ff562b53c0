import { type Destination, hrefOf } from './address.ts';

/** Told by every navigation of ours; the browser tells of its own back and forward. */
const changed = 'site:address';

/** Calls back whenever path or query change. The answer ends the subscription. */
export const onNavigation = (listener: () => void): (() => void) => {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
};

const announce = () => dispatchEvent(new Event(changed));

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
