/** Navigates to another page. It is a dependency, so that tests can observe the address. */
export const visit = (url: string): void => location.assign(url);

/** Calls back when Back restores this page from the back/forward cache. Returns the function that ends that. */
export const onRestored = (listener: () => void): (() => void) => {
  const hear = (event: PageTransitionEvent): void => {
    if (event.persisted) listener();
  };
  addEventListener('pageshow', hear);
  return () => removeEventListener('pageshow', hear);
};
