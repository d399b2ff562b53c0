import type { Language } from '../../../src/contracts/language.ts';
import { classroomPath, routes } from '../../../src/contracts/routes.ts';
import { day as dayLength, readableDate, readableDay, readableMoment } from '../../../src/lib/time.ts';
import { priceText, readableAmount } from '../../../src/lib/texts.ts';
import { createDashboardTranslate, type mailMessages } from '../../../locales/server-messages.ts';
import type { MailMessage, MailTemplate } from './mail-message.ts';

/** Creates the links of mails. The secret is in the fragment, which no server, log or Referer receives. */
const createMailLinks = (portal: string, language: Language) => {
  const page = (path: string, token?: string): string => {
    const url = new URL(path, portal);
    url.searchParams.set('lang', language);
    if (token !== undefined) url.hash = new URLSearchParams({ token }).toString();
    return url.href;
  };
  return {
    resetPassword: (token: string): string => page(routes.resetPassword.path, token),
    dashboard: (token?: string): string => page(routes.dashboard.path, token),
    /** The page where a contract is ended. */
    cancel: (token?: string): string => page(routes.cancel.path, token),
    deleteAccount: (token: string): string => page(routes.deleteAccount.path, token),
    apps: (): string => page(routes.confirmation.path),
    signIn: (): string => page(routes.signIn.path),
    /** The key of a class is part of the path, because the address of the page itself gives access to the class. */
    classroom: (classroomID: string): string => page(classroomPath(classroomID)),
    updateForm: (): string => page(`${routes.teacherSignUp.path}?mode=update`),
    classroomUpdate: (token: string): string => page(routes.classroomUpdate.path, token),
  };
};

/** Sentences that apply to some mails of a template only; the translations are stored under these names. */
type Texts = (typeof mailMessages)['en'];
export type FactName = {
  [Template in MailTemplate]: Texts[Template] extends { facts: infer Facts } ? keyof Facts : never;
}[MailTemplate];

/** The values that a message inserts into its template's translations. */
export type LetterContent = {
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
export const contentOf = (
  message: MailMessage,
  { portal, timeZone }: { portal: string; timeZone: string },
): LetterContent => {
  const { language } = message;
  const momentOf = (iso: string): string => readableMoment(iso, language, timeZone);
  const links = createMailLinks(portal, language);
  switch (message.template) {
    case 'recovery':
      return { url: links.resetPassword(message.values.token) };
    case 'password-changed':
    case 'reset-interrupted': {
      const { code } = message.values;
      return { url: links.signIn(), code, facts: { code: code !== undefined } };
    }
    case 'move-in-link': {
      const { token, ends } = message.values.link;
      return { url: links.dashboard(token), values: { ends: readableDay(ends, language) } };
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
        url: isWelcome ? links.apps() : links.dashboard(),
        also: links.cancel(),
        facts,
        values,
      };
    }
    case 'duplicate-subscription':
      return { picture: 'friends', url: links.dashboard(), facts: message.values };
    case 'cancellation-received':
    case 'withdrawal-received':
    case 'deletion-received': {
      const { declaredAt, name, link } = message.values;
      const isMailed = link !== undefined;
      return {
        facts: { declarant: name !== undefined, confirm: isMailed, underWay: !isMailed },
        ...(isMailed
          ? {
              url:
                message.template === 'deletion-received' ? links.deleteAccount(link.token) : links.cancel(link.token),
            }
          : {}),
        values: {
          declaredAt: momentOf(declaredAt),
          name: name ?? '',
          ends: isMailed ? readableDay(link.ends, language) : '',
        },
      };
    }
    case 'withdrawal-ended':
      return { values: { declaredAt: momentOf(message.values.declaredAt) } };
    case 'cancellation-done':
    case 'withdrawal-done':
    case 'nothing-to-end':
    case 'nothing-to-delete':
    case 'cancellation-undone': {
      const { declaredAt, endsAt, late, refunded, last, goesOn, byAddress = false } = message.values;
      const isDated = endsAt !== null;
      const values = {
        declaredAt: momentOf(declaredAt),
        endsAt: isDated ? readableDate(endsAt, language, timeZone) : '',
        amount: refunded === null ? '' : readableAmount(refunded.amount, refunded.currency, language),
        last: last === null ? '' : readableAmount(last.amount, last.currency, language),
      };
      const facts = {
        late,
        ends: isDated && last === null,
        endsPaid: isDated && last !== null,
        byAddress,
        byAccount: !byAddress,
        renews: isDated,
        atOnce: !isDated,
        refunded: refunded !== null,
        nothingPaid: refunded === null,
        stripe: goesOn.includes('stripe'),
        apple: goesOn.includes('apple'),
        google: goesOn.includes('google'),
        other: goesOn.includes('other'),
      };
      return { url: links.dashboard(), facts, values };
    }
    case 'classroom-ready':
    case 'classroom-link':
    case 'classroom-moved': {
      const { name, classroomCode, classroomID, studentCodes } = message.values;
      const [url, also] = [links.classroom(classroomID), links.updateForm()];
      return { picture: 'class', name, url, also, code: classroomCode, studentCodes, values: { classroomCode } };
    }
    case 'classroom-update': {
      const { name, token, numStudents, reinitialize } = message.values;
      const facts = { students: true, kept: !reinitialize, cleared: reinitialize };
      const values = { numStudents: String(numStudents) };
      return { picture: 'class', name, url: links.classroomUpdate(token), facts, values };
    }
    case 'classroom-updated': {
      const { name, classroomCode, classroomID, studentCodes, newLink, restored, cleared } = message.values;
      return {
        picture: 'class',
        name,
        url: links.classroom(classroomID),
        ...(cleared === null ? {} : { also: links.classroomUpdate(cleared) }),
        facts: { students: true, cleared: cleared !== null, restored, newLink },
        code: classroomCode,
        studentCodes,
        values: { numStudents: String(studentCodes.length) },
      };
    }
  }
};
