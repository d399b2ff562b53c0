/** Navigates to another page. It is a dependency, so that tests can observe the address. */
export const visit = (url: string): void => location.assign(url);
