import type { Language } from '../src/contracts/language.ts';
import { english } from './words-en.ts';
import { french } from './words-fr.ts';

export type WordKey = keyof typeof english;

/** The partner's own messages. Those of the widget come from the portal. */
export const words: Record<Language, Record<WordKey, string>> = { en: english, fr: french };

export const isWordKey = (key: string): key is WordKey => key in english;
