import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { minute } from '../../src/lib/time.ts';

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

/** Thrown when a retry cannot help: the address is invalid or refused for good. It never contains the address. */
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
 * Milliseconds for a whole mail, however slowly the server answers. A server may take ten minutes after the last byte
 * (RFC 5321, section 4.5.3.2): a client that ends the connection earlier sends a mail twice that the server then delivers.
 * The same time before that byte is enough for the greeting and each of the other answers to be slow.
 */
const mailDeadline = 20 * minute;

/**
 * Milliseconds. `socketTimeout` counts from the last byte that arrived, so it must not end before the deadline of the
 * whole. Each mail has a separate connection, because in a pool's queue it would wait for earlier mails.
 */
const sending = {
  dnsTimeout: 5_000,
  connectionTimeout: 5 * minute,
  greetingTimeout: 5 * minute,
  socketTimeout: mailDeadline,
};
/** The limits of a check that an operator waits for; it sends no mail. */
const checking = { dnsTimeout: 5_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };

/** SMTP answers 5xx when a retry is pointless, but an error about our own login is not final for the mail. */
const isFinal = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
};

const open = (url: string, timeouts: typeof sending) =>
  createTransport({ url, disableFileAccess: true, disableUrlAccess: true, ...timeouts });

/** Returns nodemailer's code, or the one of the system or of TLS below it, which says more. */
const codeOf = (error: unknown): string => {
  const { code, originalCode } = z
    .object({ code: z.string().default('unknown'), originalCode: z.string().optional() })
    .catch({ code: 'unknown' })
    .parse(error);
  return originalCode ?? code;
};

/** Authenticates, and sends nothing. @returns null, or the error's code: its message may quote the login. */
export const verifySmtp = async (url: string): Promise<string | null> => {
  const transport = open(url, checking);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return codeOf(error);
  } finally {
    transport.close();
  }
};

export type SmtpOptions = {
  url: string;
  from: string;
  /** Milliseconds for a whole mail. */
  deadline?: number;
};

export const createSmtpMailer = ({ url, from, deadline = mailDeadline }: SmtpOptions): Mailer => {
  const sender = parseSender(from);
  const transport = open(url, sending);
  return {
    send: async (mail) => {
      if (!isSingleAddress(mail.to)) throw new MailRefused('address');
      try {
        await transport.sendMail({
          signal: AbortSignal.timeout(deadline),
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
