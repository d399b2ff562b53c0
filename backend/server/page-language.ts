import { cookieValues } from '../../src/contracts/cookies.ts';
import { defaultLanguage, type Language, languageOfTag } from '../../src/contracts/language.ts';
import { storageKeys } from '../../src/contracts/session.ts';

type Asked = { query: string | null; cookie?: string | undefined; accepts?: string | undefined };

/** More languages than any browser sends; further ones are ignored. */
const mostTags = 32;

/** Returns the first supported language by weight (RFC 9110, section 12.5.4); `q=0` excludes one. */
const acceptedLanguage = (header: string): Language | undefined =>
  header
    .split(',', mostTags)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';', 2).map((text) => text.trim());
      const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
      return { language: languageOfTag(tag), weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .find(({ language }) => language !== undefined)?.language;

/**
 * Returns the language of a page: the one in its address, else the visitor's earlier choice, else the browser's
 * preference.
 * @param query the value of `lang`; the other fields are headers.
 */
export const pageLanguage = ({ query, cookie, accepts = '' }: Asked): Language =>
  languageOfTag(query) ??
  cookieValues(storageKeys.language, cookie)
    .map(languageOfTag)
    .find((language) => language !== undefined) ??
  acceptedLanguage(accepts) ??
  defaultLanguage;
