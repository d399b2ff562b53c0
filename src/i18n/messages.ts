import type { Language } from '../contracts/language.ts';
import type { Namespace } from './translate.ts';

export type Messages = { [key: string]: string | Messages };

// One chunk per file. The backend has the messages of mails and of the simulator, and `<maths-embed>` needs no i18next.
const files = import.meta.glob<Messages>(
  ['../../locales/*/*.json', '!../../locales/*/{mail,embed,payment-simulator}.json'],
  { import: 'default' },
);

const load = async (language: Language, name: string): Promise<Messages> => {
  const file = files[`../../locales/${language}/${name}.json`];
  if (file === undefined) throw new Error(`No translations: locales/${language}/${name}.json`);
  return file();
};

/** Loads the messages of a feature, `common` and `errors`, apart from i18next, which loads at the same time. */
export const loadMessages = async (feature: Namespace, language: Language): Promise<Messages> => {
  const [messages, common, errors] = await Promise.all([
    load(language, feature),
    load(language, 'common'),
    load(language, 'errors'),
  ]);
  return { ...messages, common, errors };
};
