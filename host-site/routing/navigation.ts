import { type Destination, hrefOf } from './address.ts';

/** Fired by every navigation within the site. The browser fires an event for Back and Forward itself. */
const changed = 'site:address';

/** Calls back whenever path or query change. Returns a function that ends the subscription. */
export const onNavigation = (listener: () => void): (() => void) => {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
};

const announce = () => dispatchEvent(new Event(changed));

/** Notices that a page can leave for the next one: keys of `notice` in `locales/<lang>/site.json`. */
export type Notice = 'accountDeleted';

export const isNotice = (state: unknown): state is Notice => state === 'accountDeleted';

type Travel = { changes?: Record<string, string> | undefined; notice?: Notice };

/** Goes to a route with the current query, as a new history entry, and scrolls to the top. */
export const navigate = (name: Destination, { changes, notice }: Travel = {}): void => {
  history.pushState(notice ?? null, '', hrefOf(name, location.search, changes));
  scrollTo(0, 0);
  announce();
};

/** Does the same without a history entry. Guards use it, so that Back does not lead into a redirect. */
export const redirect = (name: Destination): void => {
  history.replaceState(null, '', hrefOf(name, location.search));
  announce();
};

/** Changes the query of this page in place: nothing reloads, and typed text stays. */
export const replaceQuery = (query: string): void => {
  history.replaceState(history.state, '', location.pathname + query);
  announce();
};

/** Removes the notice after it was read. */
export const closeNotice = (): void => {
  history.replaceState(null, '');
  announce();
};
