import { defaultLanguage, type Language, languageOfTag } from '../../src/contracts/language.ts';
import { storageKeys } from '../../src/contracts/session.ts';
import { cookieOf } from './cookie.ts';

type Asked = { query: string | null; cookie?: string | undefined; accepts?: string | undefined };

/** More than a browser names; whoever sends more is not read further. */
const mostTags = 32;

/** The first of ours by weight (RFC 9110, section 12.5.4); `q=0` refuses. */
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
 * The language of a page: what its address asks for, then what the person chose before, then what the browser prefers.
 * @param query the value of `lang`; the others are headers.
 */
export const pageLanguage = ({ query, cookie, accepts = '' }: Asked): Language =>
  languageOfTag(query) ??
  languageOfTag(cookieOf(storageKeys.language, cookie)) ??
  acceptedLanguage(accepts) ??
  defaultLanguage;
