/**
 * The placeholder for the portal's public origin in the prerendered pages. The server replaces it, because one build
 * can be used for any origin. The host is reserved, so the placeholder itself leads nowhere.
 */
export const publicOriginMark = 'https://public-origin.invalid';
