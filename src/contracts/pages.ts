import type { Language } from './language.ts';
import type { RouteName } from './routes.ts';

/**
 * The placeholder for the portal's public origin in the prerendered pages. The server replaces it, because one build
 * can be used for any origin. The host is reserved, so the placeholder itself leads nowhere.
 */
export const publicOriginMark = 'https://portal.invalid';

/**
 * The placeholder for the price in the prerendered pages. The server replaces it by what a visitor pays, which Stripe
 * and a coupon decide, or removes it.
 */
export const priceLineMark = '%price-line%';

/** The folder of the pages on the dev server, which renders them from their sources at each request. */
export const documentsPath = '/@documents';

export const documentPath = (route: RouteName, language: Language): string => `${documentsPath}/${language}/${route}`;
