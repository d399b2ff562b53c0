/**
 * Where the portal is: `VITE_PORTAL_URL` of the build when set (for copies served from elsewhere, an npm bundle for
 * example), else the origin of this very script. On a server, without a script, it is whatever and nothing calls it.
 * The variable is read by its own name: the loader would carry all of them otherwise.
 */
const given: unknown = import.meta.env.VITE_PORTAL_URL;

export const portalOrigin: string = typeof given === 'string' && given !== '' ? given : new URL(import.meta.url).origin;
