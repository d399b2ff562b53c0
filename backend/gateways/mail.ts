import { createTransport } from 'nodemailer';

/** A mail that is ready to go. `id` belongs to the job, so a mail that is sent again has the same Message-ID. */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Shown in the HTML as `cid:<id>`. */
  pictures: readonly { id: string; file: string; type: string; content: Uint8Array }[];
};

export type Mailer = {
  /** Resolves when the next server took the mail over. @throws MailRefused, or anything else for "try later". */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** Another try can't help: the address is none, or the server refuses it for good. Never says which address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The server is away, busy or slow. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}

const addressShape = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/;

/**
 * One ASCII address and nothing else. nodemailer would take "b@x.io\r\nBcc: evil@x.io" or "a@x.io, b@x.io" for an
 * address and write to everybody in it.
 */
export const isSingleAddress = (text: string): boolean => text.length <= 254 && addressShape.test(text);

/** `"Numeria <no-reply@numeria.example>"` or a bare address. @throws when it is neither. */
export const parseSender = (text: string): { name: string; address: string } => {
  const [, name = '', address = ''] = /^(?:([^<>"\r\n]*?)\s*<([^<>\s]+)>)$/.exec(text) ?? [text, '', text];
  if (!isSingleAddress(address)) throw new Error('MAIL_FROM must be an address such as Name <name@example.com>');
  return { name, address };
};

export const messageIdOf = (id: string, sender: string): string => `<${id}@${sender.split('@')[1] ?? ''}>`;

/**
 * Milliseconds; together they stay below the 30 s lease of an outbox job. So must each mail by itself: it has a
 * connection of its own, for in a pool's queue it would wait out the time-outs of those before it.
 */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 6_000, greetingTimeout: 6_000, socketTimeout: 10_000 };

/** SMTP answers 5xx when trying again is pointless; what is about our own login is not the mail's fault. */
const isFinal = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
};

const open = (url: string) => createTransport({ url, disableFileAccess: true, disableUrlAccess: true, ...timeouts });

/** Whether the server answers and takes our login; sends nothing. */
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
