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

/** What a page can leave for the next one to say: words of `notice` in `locales/<lang>/site.json`. */
export type Notice = 'accountDeleted';

export const isNotice = (state: unknown): state is Notice => state === 'accountDeleted';

type Travel = { changes?: Record<string, string> | undefined; notice?: Notice };

/** Goes to a route with the query carried along, as a new history entry, and to the top of the page. */
export const navigate = (name: Destination, { changes, notice }: Travel = {}): void => {
  history.pushState(notice ?? null, '', hrefOf(name, location.search, changes));
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
  history.replaceState(history.state, '', location.pathname + query);
  announce();
};

/** It has been read. */
export const closeNotice = (): void => {
  history.replaceState(null, '');
  announce();
};
