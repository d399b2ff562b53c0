import { createTransport } from 'nodemailer';

/** A rendered mail. `id` is the job's id, so a mail that is sent again has the same Message-ID. */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Pictures that the HTML shows as `cid:<id>`. */
  pictures: readonly { id: string; file: string; type: string; content: Uint8Array }[];
};

export type Mailer = {
  /** Resolves when the next server accepted the mail. @throws MailRefused, or any other error when a retry may help. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/**
 * Thrown when a retry cannot help: the address is invalid, or the server refuses it for good. It never contains the
 * address.
 */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Thrown when the server is unreachable, busy or slow. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}

const addressShape = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/;

/**
 * Returns whether the text is one ASCII address and nothing else. nodemailer would accept "b@x.io\r\nBcc: evil@x.io" or
 * "a@x.io, b@x.io" as an address and send the mail to every recipient in it.
 */
export const isSingleAddress = (text: string): boolean => text.length <= 254 && addressShape.test(text);

/** Parses `"Numeria <no-reply@numeria.example>"` or a bare address. @throws for anything else. */
export const parseSender = (text: string): { name: string; address: string } => {
  const [, name = '', address = ''] = /^(?:([^<>"\r\n]*?)\s*<([^<>\s]+)>)$/.exec(text) ?? [text, '', text];
  if (!isSingleAddress(address)) throw new Error('MAIL_FROM must be an address such as Name <name@example.com>');
  return { name, address };
};

export const messageIdOf = (id: string, sender: string): string => `<${id}@${sender.split('@')[1] ?? ''}>`;

/**
 * Milliseconds; together they are shorter than the 30 s lease of an outbox job. Each mail has a separate connection,
 * because in a pool's queue it would wait for the timeouts of earlier mails.
 */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 6_000, greetingTimeout: 6_000, socketTimeout: 10_000 };

/**
 * Returns whether a retry is pointless. SMTP answers 5xx in that case, but an error about our own login is not final
 * for the mail.
 */
const isFinal = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
};

const open = (url: string) => createTransport({ url, disableFileAccess: true, disableUrlAccess: true, ...timeouts });

/** Returns whether the server answers and accepts our login; sends nothing. */
export const verifySmtp = async (url: string): Promise<boolean> => {
  const transport = open(url);
  try {
    return await transport.verify();
  } catch {
    // The cause is dropped on purpose: a server's answer may quote the login.
    return false;
  } finally {
    transport.close();
  }
};

export const createSmtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const sender = parseSender(from);
  const transport = open(url);
  return {
    send: async (mail) => {
      if (!isSingleAddress(mail.to)) throw new MailRefused('address');
      try {
        await transport.sendMail({
          from: sender,
          to: { name: '', address: mail.to },
          messageId: messageIdOf(mail.id, sender.address),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: mail.pictures.map(({ id, file, type, content }) => ({
            cid: id,
            filename: file,
            contentType: type,
            contentDisposition: 'inline',
            content: Buffer.from(content),
          })),
        });
      } catch (error) {
        // The cause is dropped on purpose: a server's answer quotes the address.
        throw isFinal(error) ? new MailRefused('server') : new MailUnavailable('smtp');
      }
    },
    close: () => transport.close(),
  };
};
