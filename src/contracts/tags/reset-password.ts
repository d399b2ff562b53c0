/** Sets a new password from a mailed link. */
export const isPortals = true;
export const attributes = ['lang', 'email', 'theme', 'light-dom', 'portal'] as const;
export const events = ['ready', 'auth-error', 'password-reset'] as const;
export const properties = ['secret'] as const;
