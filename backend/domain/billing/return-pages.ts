import type { Language } from '../../../src/contracts/language.ts';
import { arrivalParameters, type PaymentReturn, routes } from '../../../src/contracts/routes.ts';

/**
 * Returns the pages to which Stripe returns. They are built from the portal's configured address, never from a request.
 */
export const createReturnPages = (portal: string, language: Language) => {
  const dashboard = (payment: PaymentReturn, more: Record<string, string> = {}): string => {
    const url = new URL(routes.dashboard.path, portal);
    url.search = new URLSearchParams({ lang: language, [arrivalParameters.payment]: payment, ...more }).toString();
    return url.href;
  };
  return {
    // Stripe replaces these braces with the id if they are unescaped.
    paid: `${portal}${routes.confirmation.path}?lang=${language}&${arrivalParameters.checkout}={CHECKOUT_SESSION_ID}`,
    cancelled: (coupon: string | null): string => dashboard('cancelled', coupon === null ? {} : { coupon }),
    managed: dashboard('managed'),
  };
};
