import { virtual } from '@guidepup/virtual-screen-reader';
import { act } from '@testing-library/react';

/** The beginnings of phrases about what a person can use or has to notice. The other phrases are texts and groups. */
const notable = /^(textbox|checkbox|button|link|heading|dialog|alert)\b/;

/** Reads an element with a screen reader's cursor. Returns the phrases about controls, headings and messages. */
export const readAloud = async (container: Element): Promise<string[]> => {
  await virtual.start({ container });
  const [first] = await virtual.spokenPhraseLog();
  while ((await virtual.lastSpokenPhrase()) !== `end of ${first}`) await virtual.next();
  const phrases = await virtual.spokenPhraseLog();
  await virtual.stop();
  return phrases.slice(1).filter((phrase) => notable.test(phrase));
};

/** Returns the text of a message, as it is read aloud. */
export const textAloud = async (message: Element): Promise<string | undefined> => {
  await virtual.start({ container: message });
  await virtual.next();
  const text = await virtual.lastSpokenPhrase();
  await virtual.stop();
  return text;
};

/** Returns what is said because of an action: where the focus is now. */
export const announcedDuring = async (action: () => Promise<unknown>): Promise<string[]> => {
  await virtual.start({ container: document.body });
  await virtual.clearSpokenPhraseLog();
  await action();
  await act(async () => {});
  const phrases = await virtual.spokenPhraseLog();
  await virtual.stop();
  return phrases;
};
