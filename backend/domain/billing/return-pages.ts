import type { Language } from '../../../src/contracts/language.ts';
import { arrivalParameters, type PaymentReturn, routes } from '../../../src/contracts/routes.ts';

/** Where Stripe's pages lead back to: built from the portal's own address, whatever a request says. */
export const createReturnPages = (portal: string, language: Language) => {
  const dashboard = (payment: PaymentReturn, more: Record<string, string> = {}): string => {
    const url = new URL(routes.dashboard.path, portal);
    url.search = new URLSearchParams({ lang: language, [arrivalParameters.payment]: payment, ...more }).toString();
    return url.href;
  };
  return {
    // Stripe fills in the id where it finds these braces, unescaped.
    paid: `${portal}${routes.confirmation.path}?lang=${language}&${arrivalParameters.checkout}={CHECKOUT_SESSION_ID}`,
    cancelled: (coupon: string | null): string => dashboard('cancelled', coupon === null ? {} : { coupon }),
    managed: dashboard('managed'),
  };
};
