import { expect, vi } from 'vitest';
import { portalUrl } from './settings.ts';

type Mail = { subject: string; text: string; html: string; links: string[] };

/** Returns the captured mails of one person, newest first. */
export const mailsTo = async (email: string): Promise<Mail[]> =>
  (await fetch(`${portalUrl}/dev/mail/messages?to=${encodeURIComponent(email)}`)).json();

/** Waits for a mail whose subject matches. */
export const mailTo = (email: string, subject: RegExp): Promise<Mail> =>
  vi.waitFor(
    async () => {
      const mails = await mailsTo(email);
      const subjects = mails.map((mail) => mail.subject);
      return mails.find((mail) => subject.test(mail.subject)) ?? expect.fail(`No mail ${subject}, but ${subjects}`);
    },
    { timeout: 20_000 },
  );

/** Returns the first link of a mail that leads to this path or below it. */
export const linkTo = ({ links }: Mail, path: string): string =>
  links.find((address) => new URL(address).pathname.startsWith(path)) ?? expect.fail(`No link to ${path}`);

/** Returns the link to `/reset-password` in the newest recovery mail. */
export const recoveryLink = async (email: string): Promise<string> =>
  linkTo(await mailTo(email, /choose a new password|nouveau mot de passe/i), '/reset-password');
