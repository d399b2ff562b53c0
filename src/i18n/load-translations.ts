import type { Language } from '../contracts/language.ts';
import { createInstance } from 'i18next';
import { brand } from '../config/brand.ts';
import { limits } from '../config/limits.ts';
import type { Messages } from './messages.ts';
import type { Translate, Namespace, Values } from './translate.ts';

/** Formats a duration: "40 seconds", "3 minutes". It is rounded up, so that the wait is over when the text says so. */
export const readableDuration = (seconds: number, language: Language): string => {
  const [amount, unit] =
    seconds < 60
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds < 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
};

/** The values that every message can interpolate. */
const defaultVariables = {
  product: brand.name,
  supportEmail: brand.supportEmail,
  passwordMinimum: limits.passwordMinimum,
  passwordMaximum: limits.passwordMaximum,
  trialDays: limits.trialDays,
  children: limits.children,
};

/** Handles a missing key: it throws in development, so that a test fails. */
const missingKey = (key: string): string => {
  if (import.meta.env.DEV) throw new Error(`No translation of "${key}"`);
  return key;
};

/** Handles a missing value in the same way. In production i18next leaves it empty. */
const missingValue = (sentence: string): string => {
  if (import.meta.env.DEV) throw new Error(`No value for a placeholder in "${sentence}"`);
  return '';
};

/** Returns the function that translates these messages, with its own i18next: a partner's page may use i18next. */
export const createTranslate = async (messages: Messages, language: Language): Promise<Translate> => {
  const instance = createInstance({
    lng: language,
    resources: { [language]: { translation: messages } },
    fallbackLng: false,
    initAsync: false,
    nsSeparator: false,
    // React and text nodes escape values themselves.
    interpolation: { escapeValue: false, defaultVariables },
    parseMissingKeyHandler: missingKey,
    missingInterpolationHandler: missingValue,
  });
  await instance.init();
  instance.services.formatter?.add('duration', (seconds: number) => readableDuration(seconds, language));
  const t = (key: string, values?: Values): string => instance.t(key, { ...values });
  return Object.assign(t, { language });
};

/** Loads the messages of one feature. @throws when the chunk cannot be loaded; the caller keeps its current messages */
export const loadTranslations = async (feature: Namespace, language: Language): Promise<Translate> => {
  const { loadMessages } = await import('./messages.ts');
  return createTranslate(await loadMessages(feature, language), language);
};
