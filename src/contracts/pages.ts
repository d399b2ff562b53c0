/**
 * Stands in the pre-rendered pages where the portal's public origin belongs: one build may serve any, so the server puts it
 * in. The host is reserved, so a page that went out without it would lead nowhere.
 */
export const publicOriginMark = 'https://public-origin.invalid';
