/** Ends a contract: with its period, or by a withdrawal. It stores nothing on a partner's page. */
export const attributes = ['lang', 'origin', 'email', 'theme', 'light-dom', 'portal'] as const;
export const events = ['ready', 'auth-error', 'declared'] as const;
export const widget = 'cancel';
export const form = { tasks: ['cancel'], isInLoader: false, isWidgetOnly: true, path: '/cancel' } as const;
export const properties = ['secret'] as const;
