import { createDashboardTranslate, mailMessages } from '../../../locales/server-messages.ts';
import { shownStudent } from '../../../src/contracts/calls/school-zone.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { classroomPath, routes } from '../../../src/contracts/routes.ts';
import { interpolate, priceText, readableAmount } from '../../../src/lib/texts.ts';
import { day as dayLength, readableDate, readableDay, readableMoment } from '../../../src/lib/time.ts';
import type { MailMessage, MailTemplate } from './mail-message.ts';

/** Sentences that apply to some mails of a template only; the translations are stored under these names. */
type Texts = (typeof mailMessages)['en'];
type FactName = {
  [Template in MailTemplate]: Texts[Template] extends { facts: infer Facts } ? keyof Facts : never;
}[MailTemplate];

/** The values that a message inserts into its template's translations. */
type LetterContent = {
  /** The picture above the text. A mail about safety or a farewell has none. */
  picture?: 'friends' | 'class';
  /** The name to greet by. */
  name?: string | undefined;
  /** The address of the button. */
  url?: string;
  /** The address of the second, less prominent link. */
  also?: string;
  /** Which of the template's sentences are true; one that the template does not have is left out. */
  facts?: Partial<Record<FactName, boolean>>;
  /** A code, displayed large. */
  code?: string | undefined;
  studentCodes?: readonly string[];
  /** Values for `{{placeholders}}`. */
  values?: Record<string, string>;
};

/**
 * Returns the content of a message. `portal` is PUBLIC_URL: every link begins with it, regardless of the request.
 * `timeZone` is that of the contracts, because a mail does not know the reader's.
 */
const contentOf = (message: MailMessage, { portal, timeZone }: MailSender): LetterContent => {
  const { language } = message;
  const momentOf = (iso: string): string => readableMoment(iso, language, timeZone);
  /** Returns the address of a page. A secret is in the fragment, which no server, log or Referer receives. */
  const linkTo = (path: string, token?: string): string => {
    const url = new URL(path, portal);
    url.searchParams.set('lang', language);
    if (token !== undefined) url.hash = new URLSearchParams({ token }).toString();
    return url.href;
  };
  switch (message.template) {
    case 'recovery':
      return { url: linkTo(routes.resetPassword.path, message.values.token) };
    case 'password-changed':
    case 'reset-interrupted': {
      const { code } = message.values;
      return { url: linkTo(routes.signIn.path), code, facts: { code: code !== undefined } };
    }
    case 'move-in-link': {
      const { token, ends } = message.values.link;
      return { url: linkTo(routes.dashboard.path, token), values: { ends: readableDay(ends, language) } };
    }
    case 'account-deleted':
      return { facts: message.values };
    case 'welcome':
    case 'membership-kept':
    case 'trial-ends':
    case 'discount-ends':
    case 'yearly-reminder':
    case 'payment-failed': {
      const { day, amount, currency, isTrial, price, earlier } = message.values;
      const isDated = day !== null;
      const facts = {
        trial: isTrial,
        notice: isTrial && isDated,
        pays: isTrial && isDated,
        renews: !isTrial && isDated,
        retries: isDated,
        costs: price !== null,
        earlier: earlier !== undefined,
      };
      const values = {
        amount: readableAmount(amount, currency, language),
        price: price === null ? '' : priceText(createDashboardTranslate(language), price),
        day: isDated ? readableDay(day, language) : '',
        earlier: earlier === undefined ? '' : readableDay(earlier, language),
        notice: isDated ? readableDay(new Date(Date.parse(day) - 3 * dayLength).toISOString(), language) : '',
      };
      const isWelcome = message.template === 'welcome';
      return {
        ...(isWelcome ? { picture: 'friends' } : {}),
        // The page after a purchase leads to the app.
        url: linkTo((isWelcome ? routes.confirmation : routes.dashboard).path),
        also: linkTo(routes.cancel.path),
        facts,
        values,
      };
    }
    case 'duplicate-subscription':
      return { picture: 'friends', url: linkTo(routes.dashboard.path), facts: message.values };
    case 'cancellation-received':
    case 'withdrawal-received':
    case 'deletion-received': {
      const { declaredAt, name, link } = message.values;
      const isMailed = link !== undefined;
      const page = message.template === 'deletion-received' ? routes.deleteAccount : routes.cancel;
      const ends = isMailed ? readableDay(link.ends, language) : '';
      return {
        ...(isMailed && { url: linkTo(page.path, link.token) }),
        facts: { declarant: name !== undefined, confirm: isMailed, underWay: !isMailed },
        values: { declaredAt: momentOf(declaredAt), name: name ?? '', ends },
      };
    }
    case 'withdrawal-ended':
      return { values: { declaredAt: momentOf(message.values.declaredAt) } };
    case 'cancellation-done':
    case 'withdrawal-done':
    case 'nothing-to-end':
    case 'nothing-to-delete':
    case 'cancellation-undone': {
      const { declaredAt, endsAt, isTrial, late, refunded, next, goesOn, byAddress = false } = message.values;
      const isDated = endsAt !== null;
      const values = {
        declaredAt: momentOf(declaredAt),
        endsAt: isDated ? readableDate(endsAt, language, timeZone) : '',
        amount: refunded === null ? '' : readableAmount(refunded.amount, refunded.currency, language),
        next: next === null ? '' : readableAmount(next.amount, next.currency, language),
      };
      const facts = {
        late,
        ends: isDated && next === null && !isTrial,
        endsFree: isDated && next === null && isTrial,
        endsPaid: isDated && next !== null,
        undo: isDated,
        byAddress,
        byAccount: !byAddress,
        renews: isDated && next === null,
        renewsFor: isDated && next !== null,
        atOnce: !isDated,
        refunded: refunded !== null && refunded.amount > 0,
        refundedBefore: refunded?.amount === 0,
        nothingPaid: refunded === null,
        stripe: goesOn.includes('stripe'),
        apple: goesOn.includes('apple'),
        google: goesOn.includes('google'),
        other: goesOn.includes('other'),
      };
      return { url: linkTo(routes.dashboard.path), facts, values };
    }
    case 'classroom-ready':
    case 'classroom-link':
    case 'classroom-moved': {
      const { name, classroomCode, classroomID, studentCodes } = message.values;
      // The key of a class is part of the path, because the address of the page itself gives access to the class.
      const [url, also] = [linkTo(classroomPath(classroomID)), linkTo(`${routes.teacherSignUp.path}?mode=update`)];
      return { picture: 'class', name, url, also, code: classroomCode, studentCodes, values: { classroomCode } };
    }
    case 'classroom-update': {
      const { name, token, numStudents, reinitialize } = message.values;
      const facts = { students: true, kept: !reinitialize, cleared: reinitialize };
      const values = { numStudents: String(numStudents) };
      return { picture: 'class', name, url: linkTo(routes.classroomUpdate.path, token), facts, values };
    }
    case 'classroom-updated': {
      const { name, classroomCode, classroomID, studentCodes, newLink, restored, cleared } = message.values;
      return {
        picture: 'class',
        name,
        url: linkTo(classroomPath(classroomID)),
        ...(cleared === null ? {} : { also: linkTo(routes.classroomUpdate.path, cleared) }),
        facts: { students: true, cleared: cleared !== null, restored, newLink },
        code: classroomCode,
        studentCodes,
        values: { numStudents: String(studentCodes.length) },
      };
    }
  }
};

/** The sender of all mails. `portal` is PUBLIC_URL, `timeZone` that of the contracts. */
export type MailSender = {
  product: string;
  supportEmail: string;
  portal: string;
  timeZone: string;
  /** The operator's name and postal address, below every mail. */
  postalAddress?: string | undefined;
};

/** The translations of a template. A part without a translation is left out of the mail. */
type TemplateMessages = {
  subject: string;
  preview: string;
  heading: string;
  lead: string;
  code?: string;
  facts?: Partial<Record<FactName, string>>;
  steps?: { title: string; text: string }[];
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

const linkOf = (label: string | undefined, url: string | undefined) =>
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
