export const attributes = ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom', 'portal'] as const;
export const events = ['auth-success', 'auth-error', 'ready', 'step'] as const;
export const widget = 'signin';
export const form = { tasks: ['sign-in'], isInLoader: true, path: '/signin' } as const;
