/** Applies the change that a teacher requested, with the secret of a mailed link. */
export const isPortals = true;
export const attributes = ['lang', 'theme', 'light-dom', 'portal'] as const;
export const events = ['ready', 'auth-error'] as const;
export const properties = ['secret'] as const;
