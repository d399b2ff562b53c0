export const attributes = ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom', 'portal'] as const;
export const events = ['auth-success', 'auth-error', 'ready', 'step'] as const;
export const widget = 'signup';
export const form = { tasks: ['create'], isInLoader: true, path: '/signup' } as const;
