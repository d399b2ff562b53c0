import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brand } from '../src/config/brand.ts';
import { errorCodes } from '../src/contracts/error-codes.ts';
import { languages } from '../src/contracts/language.ts';
import { errorKey } from '../src/i18n/translate.ts';
import { createKeyUse } from './message-use.ts';

type Sentences = Map<string, string>;

const flatten = (value: unknown, path: string[] = []): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) => flatten(member, [...path, key]))
    : [[path.join('.'), String(value)]];

const read = (language: string, file: string): Sentences =>
  new Map(flatten(JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8'))));

const filesOf = (language: string) => readdirSync(`locales/${language}`).sort();
const files = filesOf('en');
const sentencesOf = (language: string) =>
  files.flatMap((file) => [...read(language, file)].map(([key, sentence]) => ({ file, key, sentence })));
/** Returns what both sides of a translation must share: `{{placeholders}}` and `<tags>`. */
const marks = (sentence = '') => sentence.match(/\{\{[^}]+\}\}|<\/?\w+>/g)?.sort() ?? [];

describe('the languages', () => {
  it('keeps a folder for each language, with the same files', () => {
    expect(
      readdirSync('locales', { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    ).toEqual([...languages]);
    for (const language of languages) expect(filesOf(language)).toEqual(files);
  });

  describe.each(files)('the messages of %s', (file) => {
    const [first = 'en', ...others] = languages;
    const english = read(first, file);

    it.each(others)('keeps the keys of the English messages, in the same order: %s', (language) => {
      expect([...read(language, file).keys()]).toEqual([...english.keys()]);
    });

    it.each(others)('keeps the placeholders and tags of the English messages: %s', (language) => {
      const translated = read(language, file);
      for (const [key, sentence] of english) expect(marks(translated.get(key)), key).toEqual(marks(sentence));
    });
  });
});

/** The sentences that break a rule, by name: an empty list is what we want. */
const offenders = (language: string, breaks: (sentence: string) => boolean) =>
  sentencesOf(language)
    .filter(({ sentence }) => breaks(sentence))
    .map(({ file, key }) => `${language}/${file} ${key}`);

describe.each(languages)('the messages in %s', (language) => {
  it.each([
    ['is filled and tidy', /^(?!\S(.*\S)?$)| {2}|\.\.\./],
    ['has only curly apostrophes', /'/],
    ['leaves the product’s name to the configuration', new RegExp(`${brand.name}|${brand.slug}`, 'i')],
  ])('finds that every message %s', (_, wrong) => {
    expect(offenders(language, (sentence) => wrong.test(sentence))).toEqual([]);
  });
});

describe('French typography', () => {
  it.each([
    ['a narrow no-break space before ? ! ;', /[^\u202f][?!;]/],
    ['a no-break space before :', /[^\u00a0]:/],
    ['a no-break space before %', /[^\u202f\u00a0]%/],
    ['no-break spaces inside guillemets', /«[^\u202f\u00a0]|[^\u202f\u00a0]»/],
    [
      'a no-break space between a number and its unit',
      /(^|[^\p{L}])(\d+|x) (jours?|minutes?|heures?|semaines|mois|ans|Mo|enfants|élèves|défis|chiffres|caractères|noms|niveaux)(?!\p{L})/u,
    ],
    ['courriel, and never e-mail', /e-?mail\b|mél\b/i],
  ])('uses %s in French', (_, wrong) => {
    const shown = (sentence: string) =>
      sentence.replaceAll(/\{\{.*?\}\}/g, 'x').replaceAll(/<[^>]*>|https?:\/\/\S+/g, '');
    expect(offenders('fr', (sentence) => wrong.test(shown(sentence)))).toEqual([]);
  });
});

describe('the error catalogue', () => {
  const keys = [...read('en', 'errors.json').keys()];
  const reached = (['sign-up', 'account'] as const).flatMap((context) =>
    [...errorCodes, ''].map((code) => errorKey(context, code)),
  );

  it('finds a sentence for every error code, wherever it shows', () => {
    expect(reached.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('finds no error sentence that no code reaches', () => {
    expect(keys.filter((key) => !reached.includes(key))).toEqual([]);
  });

  it("keeps the specification's sentences letter for letter", () => {
    const english = read('en', 'errors.json');
    const specified = {
      GENERIC_ERROR: 'Our servers encountered an error.',
      INVALID_PAYLOAD: 'Please verify that your email and password are valid.',
      USER_ALREADY_EXISTS: 'This user already exists.',
      EmailAddressNotAvailable: 'This email address is not available. Have you already created an account?',
      InvalidEmailAddress: 'This email address is not valid.',
      InvalidEmailOrPassword: 'This email address or password is not valid.',
      InvalidPassword: 'This password is not valid.',
      ALL_FIELDS_REQUIRED: 'All fields are required',
      INVALID_PARENT_ORIGIN: 'Invalid parent origin!',
    };
    expect(Object.fromEntries(Object.keys(specified).map((key) => [key, english.get(key)]))).toEqual(specified);
  });
});

describe('every key', () => {
  const isUsed = createKeyUse();
  // Sentences of errors are reached by code, see above; the others are read as typed objects.
  const typed = ['errors.json', 'mail.json', 'embed.json', 'payment-simulator.json'];
  const looked = sentencesOf('en').filter(({ file }) => !typed.includes(file));

  it('finds every key in use', () => {
    // i18next adds the ending of a plural.
    const asked = (key: string): string => key.replace(/_(one|other)$/, '');
    const unused = looked.filter(({ file, key }) => !isUsed(asked(file === 'common.json' ? `common.${key}` : key)));
    expect(unused.map(({ file, key }) => `${file} ${key}`)).toEqual([]);
  });
});
