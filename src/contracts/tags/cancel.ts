/** Ends a contract: with its period, or by a withdrawal. */
export const isPortals = true;
export const attributes = ['lang', 'theme', 'light-dom', 'portal'] as const;
export const events = ['ready', 'auth-error', 'declared'] as const;
export const properties = ['secret'] as const;
