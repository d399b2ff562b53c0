import { apiPaths } from '../contracts/api.ts';
import { textOf, type Variables, variables } from './variables.ts';

/** Where the calls go. All absolute: a widget runs on other people's pages. */
export type Endpoints = {
  /** The portal's origin; no trailing slash. */
  portal: string;
  playfab: { url: string; titleId: string };
};

/**
 * PlayFab is the portal's own emulator unless `VITE_PLAYFAB_URL` says otherwise; a real title has
 * `https://<title id>.playfabapi.com`.
 */
export const createEndpoints = (portal: string, source: Variables = variables): Endpoints => ({
  portal,
  playfab: {
    url: textOf(source, 'VITE_PLAYFAB_URL') ?? portal + apiPaths.playfab,
    titleId: textOf(source, 'VITE_PLAYFAB_TITLE_ID') ?? 'MATHS',
  },
});
