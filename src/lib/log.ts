/** The one place that writes to a browser's console. The message never holds a token, password or address. */
export const logWarning = (message: string): void => console.warn(message);

/** For a page that cannot work: its developer must see what to set. */
export const logError = (message: string): void => console.error(message);
