import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../src/contracts/language.ts';

const read = (language: Language, file: string): unknown =>
  JSON.parse(readFileSync(`locales/${language}/${file}.json`, 'utf8'));

/**
 * Returns the messages of some files in each language. The English ones give the type, because
 * `locales/messages.test.ts` compares the keys of the others with theirs.
 */
export const inEachLanguage = <Messages extends object>(
  _english: Messages,
  files: Readonly<Record<keyof Messages, string>>,
): Readonly<Record<Language, Messages>> => {
  const messagesIn = (language: Language) =>
    Object.fromEntries(Object.entries<string>(files).map(([name, file]) => [name, read(language, file)]));
  return Object.assign({}, ...languages.map((language) => ({ [language]: messagesIn(language) })));
};

/** Returns the languages of sentences that a test spells out. The test runs in these. */
export const languagesOf = <Spoken extends Language>(sentences: Readonly<Record<Spoken, unknown>>): Spoken[] =>
  languages.filter((language): language is Spoken => language in sentences);
