import type { Language } from '../src/contracts/language.ts';
import { interpolate } from '../src/lib/texts.ts';
import enDashboard from './en/dashboard.json' with { type: 'json' };
import enMail from './en/mail.json' with { type: 'json' };
import enSimulator from './en/payment-simulator.json' with { type: 'json' };
import frDashboard from './fr/dashboard.json' with { type: 'json' };
import frMail from './fr/mail.json' with { type: 'json' };
import frSimulator from './fr/payment-simulator.json' with { type: 'json' };

// The messages that servers need. A browser loads one language (src/i18n/load-translations.ts), so nothing of its code
// may import this module: the build would no longer write these files as separate ones.

const dashboardMessages = { en: enDashboard, fr: frDashboard } as const satisfies Record<Language, object>;
export const mailMessages = { en: enMail, fr: frMail } as const satisfies Record<Language, object>;
export const simulatorMessages = { en: enSimulator, fr: frSimulator } as const satisfies Record<Language, object>;

const memberOf = (value: unknown, name: string): unknown =>
  Object.entries(value ?? {}).find(([key]) => key === name)?.[1];

/** Creates a function that says a sentence of `dashboard.json`, such as that of a price. */
export const createDashboardTranslate = (language: Language) => {
  /** @throws when there is no such sentence. */
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const sentence = key.split('.').reduce<unknown>(memberOf, dashboardMessages[language]);
    if (typeof sentence !== 'string') throw new Error(`locales/${language}/dashboard.json has no ${key}`);
    return interpolate(sentence, values);
  };
  return Object.assign(t, { language });
};
