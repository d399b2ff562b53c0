import { expect } from 'vitest';
import { portalUrl } from './settings.ts';

export type Mail = { subject: string; text: string; html: string; links: string[] };

/** Returns the captured mails of one person, newest first. */
export const mailsTo = async (email: string): Promise<Mail[]> =>
  (await fetch(`${portalUrl}/dev/mail/messages?to=${encodeURIComponent(email)}`)).json();

/** Waits for a mail whose subject matches. */
export const mailTo = async (email: string, subject: RegExp): Promise<Mail> => {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      found = (await mailsTo(email)).find((mail) => subject.test(mail.subject));
      return found?.subject;
    })
    .toMatch(subject);
  if (found === undefined) throw new Error(`No mail with the subject ${subject}`);
  return found;
};

/** Returns the first link of a mail that leads to this path or below it. */
export const linkTo = ({ links }: Mail, path: string): string => {
  const link = links.find((address) => new URL(address).pathname.startsWith(path));
  if (link === undefined) throw new Error(`The mail holds no link to ${path}`);
  return link;
};

/** Returns the link to `/reset-password` in the newest recovery mail. */
export const recoveryLink = async (email: string): Promise<string> =>
  linkTo(await mailTo(email, /choose a new password|nouveau mot de passe/i), '/reset-password');
