import en from '../../../locales/en/mail.json' with { type: 'json' };
import fr from '../../../locales/fr/mail.json' with { type: 'json' };
import type { Language } from '../../../src/contracts/language.ts';
import { createMailLinks } from './links.ts';
import type { MailMessage, MailTemplate } from './mail-message.ts';

/** Whose mails they are. `portal` is PUBLIC_URL: every link begins with it, whatever a request says. */
export type MailSender = { product: string; supportEmail: string; portal: string };

/** A mail in words, before it becomes HTML or plain text. */
export type Letter = {
  language: Language;
  subject: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  heading: string;
  lead: string;
  button: { label: string; url: string } | null;
  notes: string[];
  layout: { product: string; illustration: string; copyAddress: string; reason: string; questions: string };
};

type Words = {
  subject: string;
  preview: string;
  heading: string;
  lead: string;
  button?: string;
  /** Stands first among the notes where it is so. */
  subscriptionEnded?: string;
  notes: string[];
};
type MailWords = Record<MailTemplate, Words> & { layout: Omit<Letter['layout'], 'product'> };

const words: Record<Language, MailWords> = { en, fr };

const urlOf = (message: MailMessage, portal: string): string | null => {
  const links = createMailLinks(portal, message.language);
  switch (message.template) {
    case 'recovery':
      return links.resetPassword(message.values.token);
    case 'password-changed':
      return links.signIn();
    case 'account-deleted':
      return null;
    case 'duplicate-subscription':
      return links.dashboard();
  }
};

const notesOf = (message: MailMessage, { notes, subscriptionEnded }: Words): string[] => {
  const isSo = message.template === 'account-deleted' && message.values.subscriptionEnded;
  return isSo && subscriptionEnded !== undefined ? [subscriptionEnded, ...notes] : notes;
};

/** @throws when a text names a value that mails do not have. */
export const writeLetter = (message: MailMessage, { product, supportEmail, portal }: MailSender): Letter => {
  const values = new Map([
    ['product', product],
    ['supportEmail', supportEmail],
  ]);
  const say = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`locales/${message.language}/mail.json: no value "${name}"`);
      return value;
    });

  const { layout, [message.template]: own } = words[message.language];
  const url = urlOf(message, portal);
  return {
    language: message.language,
    subject: say(own.subject),
    preview: say(own.preview),
    heading: say(own.heading),
    lead: say(own.lead),
    button: url !== null && own.button !== undefined ? { label: say(own.button), url } : null,
    notes: notesOf(message, own).map(say),
    layout: {
      product,
      illustration: layout.illustration,
      copyAddress: layout.copyAddress,
      reason: say(layout.reason),
      questions: say(layout.questions),
    },
  };
};
