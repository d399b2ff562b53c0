import type { Language } from '../src/contracts/language.ts';
import { english } from './messages-en.ts';
import { french } from './messages-fr.ts';

export type MessageKey = keyof typeof english;

/** The partner's own messages. Those of the widget come from the portal. */
export const messages: Record<Language, Record<MessageKey, string>> = { en: english, fr: french };

export const isMessageKey = (key: string): key is MessageKey => key in english;
