import { apiPaths } from '../contracts/api.ts';
import { originOf } from './origin.ts';
import { textOf, type Variables, variables } from './variables.ts';

/** Where the calls go. All absolute: a widget runs on other people's pages. */
export type Endpoints = {
  /** The portal's origin; no trailing slash. */
  portal: string;
  playfab: { url: string; titleId: string };
};

/** Returns the origin of a title's API. Title ids contain capital letters, and host names are in small letters. */
export const titleOrigin = (titleId: string): string => `https://${titleId.toLowerCase()}.playfabapi.com`;

/** Uses the portal's own PlayFab emulator unless `VITE_PLAYFAB_URL` is set; production sets it to the title's origin. */
export const createEndpoints = (portal: string, source: Variables = variables): Endpoints => {
  const given = textOf(source, 'VITE_PLAYFAB_URL');
  return {
    portal,
    playfab: {
      url: given === undefined ? portal + apiPaths.playfab : (originOf(given) ?? given),
      titleId: textOf(source, 'VITE_PLAYFAB_TITLE_ID') ?? 'MATHS',
    },
  };
};
