/** The part of the language switch that a page loads only when a visitor uses it. */
import type { Language } from '../../src/contracts/language.ts';
import { exchangeTexts } from './exchange-texts.ts';

/** Loads this page in another language. XMLHttpRequest parses it where a policy allows no text to become markup. */
const loadDocument = (language: Language): Promise<Document> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${location.pathname}?lang=${language}`);
    request.responseType = 'document';
    request.timeout = 15_000;
    request.addEventListener('loadend', () => {
      const { response }: { response: unknown } = request;
      if (response instanceof Document && response.documentElement.lang === language) resolve(response);
      else reject(new Error('The page has not loaded.'));
    });
    request.send();
  });

const headElements = 'meta[name]:not([name="viewport"]), meta[property], link[rel="canonical"], link[rel="alternate"]';

/**
 * Shows this page in another language: typed text, the focus and the state of the elements stay.
 * @param isWanted whether the visitor has chosen no other language meanwhile
 * @throws when the page in the other language cannot be loaded, or has another structure
 */
export const changeLanguage = async (language: Language, isWanted: () => boolean): Promise<void> => {
  const other = await loadDocument(language);
  if (!isWanted()) return;
  exchangeTexts(document.body, other.body);
  for (const old of document.head.querySelectorAll(headElements)) old.remove();
  document.head.append(...other.head.querySelectorAll(headElements));
  document.title = other.title;
  // The elements follow this attribute.
  document.documentElement.lang = language;
};
