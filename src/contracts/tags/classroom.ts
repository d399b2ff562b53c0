/** Shows the progress of the class that `classroom-id` opens. */
export const isPortals = true;
export const attributes = ['lang', 'theme', 'classroom-id', 'portal'] as const;
export const required = ['classroom-id'] as const;
export const events = ['ready', 'auth-error'] as const;
