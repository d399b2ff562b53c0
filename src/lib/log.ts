/** Writes to the browser's console. No other code does. The message never contains a token, password or email. */
export const logWarning = (message: string): void => console.warn(message);

/** Logs an error for the developer of a page that cannot work without a setting. */
export const logError = (message: string): void => console.error(message);
