import type { Language } from '../src/contracts/language.ts';
import enDashboard from './en/dashboard.json' with { type: 'json' };
import enMail from './en/mail.json' with { type: 'json' };
import enSimulator from './en/payment-simulator.json' with { type: 'json' };
import frDashboard from './fr/dashboard.json' with { type: 'json' };
import frMail from './fr/mail.json' with { type: 'json' };
import frSimulator from './fr/payment-simulator.json' with { type: 'json' };

// The messages that servers need. A browser loads one language (src/i18n/load-translations.ts), so nothing of its code may
// import this module: the build would no longer write these files as separate ones.

export const dashboardMessages = { en: enDashboard, fr: frDashboard } as const satisfies Record<Language, object>;
export const mailMessages = { en: enMail, fr: frMail } as const satisfies Record<Language, object>;
export const simulatorMessages = { en: enSimulator, fr: frSimulator } as const satisfies Record<Language, object>;
