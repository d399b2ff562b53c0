/** Returns false only when the browser is sure that there is no connection. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;
