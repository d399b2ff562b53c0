import { apiPaths } from '../contracts/api.ts';
import type { Language } from '../contracts/language.ts';
import { isLoopbackOrigin } from './partner-origins.ts';
import { originOf } from './origin.ts';
import { variableText, variables, type Variables } from './variables.ts';

/** The addresses of all calls. They are absolute, because a widget runs on pages of other sites. */
export type Endpoints = {
  /** The portal's origin without a trailing slash. */
  portal: string;
  playfab: { url: string; titleId: string };
};

/** Returns the origin of a title's API. Title ids contain capital letters, but host names are in lower case. */
export const titleOrigin = (titleId: string): string => `https://${titleId.toLowerCase()}.playfabapi.com`;

/**
 * Uses the portal's PlayFab emulator unless `VITE_PLAYFAB_URL` is set. A package that was made for a portal elsewhere
 * uses the emulator of a portal on the developer's own machine, because that one does not know the title's players.
 */
export const createEndpoints = (portal: string, source: Variables = variables): Endpoints => {
  const isForOnePortal = typeof __FOR_ONE_PORTAL__ !== 'undefined' && __FOR_ONE_PORTAL__;
  const isOfDeveloper =
    isForOnePortal && isLoopbackOrigin(portal) && portal !== variableText(source, 'VITE_PORTAL_URL');
  const title = isOfDeveloper ? {} : source;
  const url = variableText(title, 'VITE_PLAYFAB_URL') ?? portal + apiPaths.playfab;
  return {
    portal,
    playfab: { url: originOf(url) ?? url, titleId: variableText(title, 'VITE_PLAYFAB_TITLE_ID') ?? 'MATHS' },
  };
};

/** Returns the id of a title's recovery mail (playfab: EmailTemplateId). The variable: `en=A1B2C3,fr=D4E5F6`. */
export const createRecoveryTemplate = (source: Variables) => {
  const given = variableText(source, 'VITE_PLAYFAB_RECOVERY_TEMPLATES') ?? '';
  return (language: Language): string =>
    new RegExp(`\\b${language} *= *([^, ]+)`).exec(given)?.[1] ?? `recovery-${language}`;
};

export const recoveryTemplate = createRecoveryTemplate(variables);
