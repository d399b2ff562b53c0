import { createInstance } from 'i18next';
import { brand } from '../config/brand.ts';
import { limits } from '../config/limits.ts';
import type { Language } from '../contracts/language.ts';
import { readableDuration } from './duration.ts';
import type { Translate, WordSet } from './translate.ts';

type Words = { [key: string]: string | Words };

// One chunk per file. Mails and the simulator's pages are the backend's, and `<maths-embed>` has its few words without i18next.
const files = import.meta.glob<Words>(
  ['../../locales/*/*.json', '!../../locales/*/{mail,embed,payment-simulator}.json'],
  {
    import: 'default',
  },
);

const load = async (language: Language, name: string): Promise<Words> => {
  const file = files[`../../locales/${language}/${name}.json`];
  if (file === undefined) throw new Error(`No words: locales/${language}/${name}.json`);
  return file();
};

/** What every sentence may interpolate. */
const defaultVariables = {
  product: brand.name,
  supportEmail: brand.supportEmail,
  passwordMinimum: limits.passwordMinimum,
  passwordMaximum: limits.passwordMaximum,
  trialDays: limits.trialDays,
  children: limits.children,
};

/** Loud for us: a forgotten key fails the test that meets it. Gentle for a parent: the key's last word, spelt out. */
const missingKey = (key: string): string => {
  if (import.meta.env.DEV) throw new Error(`No words for "${key}"`);
  return key
    .replace(/^.*\./, '')
    .replace(/([A-Z]+)/g, ' $1')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
};

/** As loud: a sentence with a hole in it. For a parent i18next leaves the hole empty. */
const missingValue = (sentence: string): string => {
  if (import.meta.env.DEV) throw new Error(`No value for a placeholder in "${sentence}"`);
  return '';
};

/**
 * Loads the words of one feature in one language, and no other's.
 * The instance is our own: a partner's page may use i18next itself.
 * @throws when the chunk can't be loaded; the caller shows what it has.
 */
export const loadWords = async (feature: WordSet, language: Language): Promise<Translate> => {
  const [words, common, errors] = await Promise.all([
    load(language, feature),
    load(language, 'common'),
    load(language, 'errors'),
  ]);
  const instance = createInstance({
    lng: language,
    resources: { [language]: { translation: { ...words, common, errors } } },
    fallbackLng: false,
    initAsync: false,
    nsSeparator: false,
    // React and text nodes escape by themselves.
    interpolation: { escapeValue: false, defaultVariables },
    parseMissingKeyHandler: missingKey,
    missingInterpolationHandler: missingValue,
  });
  await instance.init();
  instance.services.formatter?.add('duration', (seconds: number) => readableDuration(seconds, language));
  return (key, values) => instance.t(key, { ...values });
};
