/** The one place that writes to a browser's console. The message never holds a token, password or address. */
export const logWarning = (message: string): void => console.warn(message);
