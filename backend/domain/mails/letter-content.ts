import { createMailLinks } from './links.ts';
import type { MailMessage } from './mail-message.ts';

/** Sentences that are true of some mails of a template only; they have words under these names. */
export type FactName = 'subscriptionEnded' | 'students' | 'kept' | 'cleared' | 'restored' | 'newLink';

/** What a message puts into its template's words. */
export type Content = {
  /** A fact that the subject must name: the template has a subject of its own for it. */
  subject?: FactName;
  /** Without one: the friends. */
  picture?: 'class';
  /** Of the button. */
  url?: string;
  /** Of the second, quieter link. */
  also?: string;
  facts?: FactName[];
  classroomCode?: string;
  studentCodes?: readonly string[];
  /** For `{{placeholders}}`. */
  values?: Record<string, string>;
};

/** `portal` is PUBLIC_URL: every link begins with it, whatever a request says. */
export const contentOf = (message: MailMessage, portal: string): Content => {
  const links = createMailLinks(portal, message.language);
  switch (message.template) {
    case 'recovery':
      return { url: links.resetPassword(message.values.token) };
    case 'password-changed':
      return { url: links.signIn() };
    case 'account-deleted':
      return { facts: message.values.subscriptionEnded ? ['subscriptionEnded'] : [] };
    case 'duplicate-subscription':
      return { url: links.dashboard() };
    case 'classroom-ready': {
      const { classroomCode, classroomID, studentCodes } = message.values;
      const [url, also] = [links.classroom(classroomID), links.updateForm()];
      return { picture: 'class', url, also, classroomCode, studentCodes, values: { classroomCode } };
    }
    case 'classroom-update': {
      const { token, numStudents, reinitialize } = message.values;
      const facts: FactName[] = ['students', reinitialize ? 'cleared' : 'kept'];
      const url = links.classroomUpdate(token);
      return {
        ...(reinitialize ? { subject: 'cleared' } : {}),
        picture: 'class',
        url,
        facts,
        values: { numStudents: String(numStudents) },
      };
    }
    case 'classroom-updated': {
      const { classroomCode, classroomID, studentCodes, newLink, restored, cleared } = message.values;
      const facts: FactName[] = [
        'students',
        ...(cleared === null ? [] : ['cleared' as const]),
        ...(restored ? ['restored' as const] : []),
        ...(newLink ? ['newLink' as const] : []),
      ];
      return {
        picture: 'class',
        url: links.classroom(classroomID),
        ...(cleared === null ? {} : { also: links.classroomUpdate(cleared) }),
        facts,
        classroomCode,
        studentCodes,
        values: { numStudents: String(studentCodes.length) },
      };
    }
  }
};
