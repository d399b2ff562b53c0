/** Downloads levels that players created, from a list of their names. */
export const isPortals = true;
export const attributes = ['lang', 'theme', 'portal'] as const;
export const events = ['ready', 'auth-error'] as const;
