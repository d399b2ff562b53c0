import { dashboardMessages } from '../../locales/server-messages.ts';
import { limits } from '../../src/config/limits.ts';
import type { Language } from '../../src/contracts/language.ts';
import { offerText } from '../../src/lib/price-text.ts';
import type { Billing } from '../domain/billing/billing.ts';
import type { PriceLine } from './pages.ts';

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const createTranslate = (language: Language) => {
  /** @throws when there is no such sentence. */
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const sentence = key.split('.').reduce<unknown>(memberOf, dashboardMessages[language]);
    if (typeof sentence !== 'string') throw new Error(`locales/${language}/dashboard.json has no ${key}`);
    return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
  };
  return Object.assign(t, { language });
};

/** Creates the sentence about the price: "Free for 7 days, then $9.99 per month". */
export const createPriceLine =
  ({ visitorOffer }: Pick<Billing, 'visitorOffer'>): PriceLine =>
  async ({ coupon, ip, language }) => {
    const offer = await visitorOffer(coupon, ip);
    return offer === null ? '' : offerText(createTranslate(language), offer, { days: limits.trialDays });
  };
