import type { Language } from '../contracts/language.ts';

/** Sent by Vite's dev server when a file of messages changed (elements/build/dev-vite-plugin.ts). */
export const changedMessagesEvent = 'maths-portal:changed-messages';

export type Messages = { [key: string]: string | Messages };

declare module 'vite/types/customEvent.d.ts' {
  interface CustomEventMap {
    [changedMessagesEvent]: { language: Language; name: string; messages: Messages };
  }
}
