import type { Language } from './language.ts';
import type { RouteName } from './routes.ts';

/** A placeholder for the portal's origin in prerendered pages. The server replaces it: one build serves any origin. */
export const publicOriginMark = 'https://portal.invalid';

/** A placeholder for the price in prerendered pages. The server replaces it by what a visitor pays, or removes it. */
export const priceLineMark = '%price-line%';

/** The id of the sign-up page's element with the price, whose text the sign-up sends as what was shown. */
export const priceLineId = 'price';

/** The fragment of a redirect from an address that does not exist. The page says so. */
export const unknownAddress = '#unknown-address';

/** The folder of the pages on the dev server, which renders them from their sources at each request. */
export const documentsPath = '/@documents';

export const documentPath = (route: RouteName, language: Language): string => `${documentsPath}/${language}/${route}`;
