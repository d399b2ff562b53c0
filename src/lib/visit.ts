/** Leaves for another page. A dependency, so that tests see where it would have gone. */
export const visit = (url: string): void => location.assign(url);
