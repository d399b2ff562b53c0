import { mailMessages } from '../../../locales/server-messages.ts';
import { shownStudent } from '../../../src/contracts/calls/school-zone.ts';
import { interpolate } from '../../../src/lib/texts.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { contentOf, type FactName } from './letter-content.ts';
import type { MailMessage, MailTemplate } from './mail-message.ts';

/** The sender of all mails. `portal` is PUBLIC_URL, `timeZone` that of the contracts. */
export type MailSender = {
  product: string;
  supportEmail: string;
  portal: string;
  timeZone: string;
  /** The operator's name and postal address, below every mail. */
  postalAddress?: string | undefined;
};

type Link = { label: string; url: string };
type Step = { title: string; text: string };

/** The translations of a template. A part without a translation is left out of the mail. */
type TemplateMessages = {
  subject: string;
  preview: string;
  heading: string;
  lead: string;
  code?: string;
  facts?: Partial<Record<FactName, string>>;
  steps?: Step[];
  button?: string;
  studentCodes?: string;
  notes: string[];
  also?: string;
  /** Replaces the reason of the layout. */
  reason?: string;
};
type LayoutMessages = Record<
  'greeting' | 'illustration' | 'classIllustration' | 'copyAddress' | 'reason' | 'questions',
  string
>;
type MailMessages = Record<MailTemplate, TemplateMessages> & { layout: LayoutMessages };

const messages: Record<Language, MailMessages> = mailMessages;

const linkOf = (label: string | undefined, url: string | undefined): Link | null =>
  label === undefined || url === undefined ? null : { label, url };

/** The texts of a mail before they become HTML or plain text, in the order of their display. */
export type Letter = ReturnType<typeof writeLetter>;

/** @throws when a text names a value that the mail does not have. */
export const writeLetter = (message: MailMessage, sender: MailSender) => {
  const { product, supportEmail, postalAddress } = sender;
  const { layout, [message.template]: own } = messages[message.language];
  const { picture, name, url, also, facts = {}, code, studentCodes, values: particular } = contentOf(message, sender);
  const isTrue: Partial<Record<string, boolean>> = facts;
  const values = { product, supportEmail, ...particular };
  const say = (text: string): string => interpolate(text, values);

  return {
    language: message.language,
    subject: say(own.subject),
    /** The text that a mail program shows beside the subject. */
    preview: say(own.preview),
    picture:
      picture === undefined
        ? null
        : { id: picture, alt: picture === 'class' ? layout.classIllustration : layout.illustration },
    heading: say(own.heading),
    greeting: name === undefined ? null : interpolate(layout.greeting, { name }),
    lead: say(own.lead),
    /** The code of a classroom or of a sign-in, displayed large. */
    code: own.code === undefined || code === undefined ? null : { label: own.code, value: code },
    facts: Object.entries(own.facts ?? {}).flatMap(([name, text]) => (isTrue[name] === true ? say(text) : [])),
    steps: (own.steps ?? []).map(({ title, text }) => ({ title: say(title), text: say(text) })),
    button: linkOf(own.button, url),
    studentCodes:
      own.studentCodes === undefined || studentCodes === undefined
        ? null
        : { label: own.studentCodes, codes: studentCodes.map(shownStudent) },
    notes: own.notes.map(say),
    also: linkOf(own.also, also),
    layout: {
      product,
      copyAddress: layout.copyAddress,
      reason: say(own.reason ?? layout.reason),
      questions: say(layout.questions),
      postalAddress: postalAddress ?? null,
    },
  };
};
