import type { Language } from '../../../src/contracts/language.ts';
import { classroomPath, routes } from '../../../src/contracts/routes.ts';
import { day as dayLength } from '../../../src/lib/durations.ts';
import { readableAmount } from '../../../src/lib/price-text.ts';
import type { MailMessage } from './mail-message.ts';

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
    dashboard: (): string => page(routes.dashboard.path),
    /** The page where a contract is ended. */
    cancel: (token?: string): string => page(routes.cancel.path, token),
    apps: (): string => page(routes.confirmation.path),
    signIn: (): string => page(routes.signIn.path),
    /** The key of a class is part of the path, because the address of the page itself gives access to the class. */
    classroom: (classroomID: string): string => page(classroomPath(classroomID)),
    updateForm: (): string => page(`${routes.teacherSignUp.path}?mode=update`),
    classroomUpdate: (token: string): string => page(routes.classroomUpdate.path, token),
  };
};

const firstOfMonth = (text: string, language: Language): string =>
  text.replace(/^1 /, language === 'fr' ? '1ᵉʳ ' : '1 ');

/** Formats a day such as "2026-12-21". */
const dayIn = (language: Language, day: string): string =>
  firstOfMonth(
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
    language,
  );

/** Formats a moment for a mail; UTC, because a mail does not know the reader's time zone. */
const momentIn = (language: Language, iso: string): string =>
  firstOfMonth(
    `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`,
    language,
  );

/**
 * Names of the sentences that apply to some mails of a template only; the translations are stored under these names.
 */
export type FactName =
  | 'subscriptionEnded'
  | 'students'
  | 'kept'
  | 'cleared'
  | 'restored'
  | 'newLink'
  | 'code'
  | 'declarant'
  | 'confirm'
  | 'underWay'
  | 'late'
  | 'ends'
  | 'renews'
  | 'refunded'
  | 'nothingPaid'
  | 'trial'
  | 'notice'
  | 'pays'
  | 'retries';

/** The values that a message inserts into its template's translations. */
export type LetterContent = {
  /** A fact that the subject must mention: the template has a separate subject for it. */
  subject?: FactName;
  /** The picture above the text. A mail about safety or a farewell has none. */
  picture?: 'friends' | 'class';
  /** The name to greet by. */
  name?: string | undefined;
  /** The address of the button. */
  url?: string;
  /** The address of the second, less prominent link. */
  also?: string;
  facts?: FactName[];
  /** A code, displayed large. */
  code?: string | undefined;
  studentCodes?: readonly string[];
  /** Values for `{{placeholders}}`. */
  values?: Record<string, string>;
};

/**
 * Returns the content of a message. `portal` is PUBLIC_URL: every link begins with it, regardless of the request.
 */
export const contentOf = (message: MailMessage, portal: string): LetterContent => {
  const links = createMailLinks(portal, message.language);
  switch (message.template) {
    case 'recovery':
      return { url: links.resetPassword(message.values.token) };
    case 'password-changed':
    case 'reset-interrupted':
      return {
        url: links.signIn(),
        code: message.values.code,
        facts: message.values.code === undefined ? [] : ['code'],
      };
    case 'account-deleted':
      return { facts: message.values.subscriptionEnded ? ['subscriptionEnded'] : [] };
    case 'welcome':
    case 'trial-ends':
    case 'payment-failed': {
      const { day, amount, currency, isTrial } = message.values;
      const { language } = message;
      const values = {
        amount: readableAmount(amount, currency, language),
        day: day === null ? '' : dayIn(language, day),
        notice: day === null ? '' : dayIn(language, new Date(Date.parse(day) - 3 * dayLength).toISOString()),
      };
      if (message.template === 'payment-failed') {
        return { url: links.dashboard(), facts: day === null ? [] : ['retries'], values };
      }
      const next: FactName[] = day === null ? [] : [isTrial ? 'pays' : 'renews'];
      if (message.template === 'trial-ends')
        return { url: links.dashboard(), also: links.cancel(), facts: next, values };
      const facts: FactName[] = isTrial ? ['trial', 'notice', ...next] : next;
      return { picture: 'friends', url: links.apps(), also: links.cancel(), facts, values };
    }
    case 'duplicate-subscription':
      return { picture: 'friends', url: links.dashboard() };
    case 'cancellation-received':
    case 'withdrawal-received': {
      const { declaredAt, name, link } = message.values;
      const facts: FactName[] = [
        ...(name === undefined ? [] : ['declarant' as const]),
        link === undefined ? 'underWay' : 'confirm',
      ];
      return {
        facts,
        ...(link === undefined ? {} : { url: links.cancel(link.token) }),
        values: {
          declaredAt: momentIn(message.language, declaredAt),
          name: name ?? '',
          ends: link === undefined ? '' : dayIn(message.language, link.ends),
        },
      };
    }
    case 'withdrawal-ended':
      return { values: { declaredAt: momentIn(message.language, message.values.declaredAt) } };
    case 'cancellation-done':
    case 'withdrawal-done':
    case 'nothing-to-end':
    case 'cancellation-undone': {
      const { declaredAt, endsAt, late, refunded } = message.values;
      const isUndone = message.template === 'cancellation-undone';
      const money: FactName = refunded ? 'refunded' : 'nothingPaid';
      const facts: FactName[] = [
        ...(late ? ['late' as const] : []),
        ...(endsAt === null ? [] : [isUndone ? ('renews' as const) : ('ends' as const)]),
        ...(message.template === 'withdrawal-done' ? [money] : []),
      ];
      const values = {
        declaredAt: momentIn(message.language, declaredAt),
        endsAt: endsAt === null ? '' : momentIn(message.language, endsAt),
      };
      return { url: links.dashboard(), facts, values };
    }
    case 'classroom-ready':
    case 'classroom-link': {
      const { name, classroomCode, classroomID, studentCodes } = message.values;
      const [url, also] = [links.classroom(classroomID), links.updateForm()];
      return { picture: 'class', name, url, also, code: classroomCode, studentCodes, values: { classroomCode } };
    }
    case 'classroom-update': {
      const { name, token, numStudents, reinitialize } = message.values;
      const facts: FactName[] = ['students', reinitialize ? 'cleared' : 'kept'];
      const url = links.classroomUpdate(token);
      return {
        ...(reinitialize ? { subject: 'cleared' } : {}),
        picture: 'class',
        name,
        url,
        facts,
        values: { numStudents: String(numStudents) },
      };
    }
    case 'classroom-updated': {
      const { name, classroomCode, classroomID, studentCodes, newLink, restored, cleared } = message.values;
      const facts: FactName[] = [
        'students',
        ...(cleared === null ? [] : ['cleared' as const]),
        ...(restored ? ['restored' as const] : []),
        ...(newLink ? ['newLink' as const] : []),
      ];
      return {
        picture: 'class',
        name,
        url: links.classroom(classroomID),
        ...(cleared === null ? {} : { also: links.classroomUpdate(cleared) }),
        facts,
        code: classroomCode,
        studentCodes,
        values: { numStudents: String(studentCodes.length) },
      };
    }
  }
};
