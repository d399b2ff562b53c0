/** False only when the browser is sure to have no connection. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;
