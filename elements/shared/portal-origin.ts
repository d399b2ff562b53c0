import { textOf, variables } from '../../src/config/variables.ts';

/**
 * Where the portal is: `VITE_PORTAL_URL` of the build when set (for copies served from elsewhere, an npm bundle for
 * example), else the origin of this very script. On a server, without a script, it is whatever and nothing calls it.
 */
export const portalOrigin: string = textOf(variables, 'VITE_PORTAL_URL') ?? new URL(import.meta.url).origin;
