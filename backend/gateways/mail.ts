import { createTransport } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { minute } from '../../src/lib/time.ts';
import { VendorError } from './vendor.ts';

/** A rendered mail. `id` is the job's id, so a mail that is sent again has the same Message-ID. */
type OutgoingMail = {
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

/** Thrown when the server is unreachable, busy or slow. Its message is the server's answer, without the address. */
class MailUnavailable extends VendorError {}

const addressShape = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/;

/**
 * Returns whether the text is one ASCII address and nothing else. nodemailer would accept "b@x.io\r\nBcc: evil@x.io" or
 * "a@x.io, b@x.io" as an address and send the mail to every recipient in it.
 */
export const isSingleAddress = (text: string): boolean => text.length <= 254 && addressShape.test(text);

/**
 * Parses `Numeria <no-reply@numeria.example>`, with quotation marks around a name if it needs them. @throws for
 * anything else.
 */
export const parseSender = (text: string): { name: string; address: string } => {
  const [sender, ...more] = parseAddresses(text, { flatten: true });
  if (sender === undefined || more.length > 0 || !isSingleAddress(sender.address)) {
    throw new Error('MAIL_FROM must be an address such as Name <name@example.com>');
  }
  return { name: sender.name, address: sender.address };
};

const messageIdOf = (id: string, sender: string): string => `<${id}@${sender.split('@')[1] ?? ''}>`;

/**
 * Milliseconds for a whole mail, however slowly the server answers. A server may take ten minutes after the last byte
 * (RFC 5321, section 4.5.3.2): a client that ends the connection earlier sends a mail twice that the server then
 * delivers. The same time before that byte is enough for the greeting and each of the other answers to be slow.
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

type Identity = {
  url: string;
  /**
   * The name in EHLO. nodemailer would send [127.0.0.1] from a container, which some servers refuse. `?name=` of the
   * URL comes first.
   */
  name?: string | undefined;
};
const open = (identity: Identity, timeouts: typeof sending) =>
  createTransport({ ...identity, disableFileAccess: true, disableUrlAccess: true, ...timeouts });

const smtpError = z.object({
  code: z.string().default('unknown'),
  // The code of the system or of TLS says more than nodemailer's.
  originalCode: z.string().optional(),
  command: z.string().optional(),
  response: z.string().default(''),
});
const plainWord = /^[("'[<]*([A-Za-z]+(['’.-][A-Za-z]+)*|[\d.]+)[)"'\]>.,:;!?]*$/;

/** Returns the parts of texts that an answer may quote. */
const partsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\d]+/u);

/**
 * Returns the code of a failure, the command that failed, and what the server answered. A server may quote what it was
 * sent, also encoded: only plain words and numbers stay, and none that is part of the login or of the recipient's name.
 */
const answerOf = (error: unknown, { url, to = '' }: { url: string; to?: string }): string => {
  const {
    code,
    originalCode = code,
    command,
    response,
  } = smtpError.catch({ code: 'unknown', response: '' }).parse(error);
  const { username, password } = new URL(url);
  const sent = new Set(
    [username, password]
      .map(decodeURIComponent)
      .concat(to.replace(/@[^@]*$/, ''))
      .flatMap(partsOf),
  );
  const isPlain = (word: string): boolean =>
    plainWord.test(word) && !/[a-z][A-Z]/.test(word) && !partsOf(word).some((part) => part !== '' && sent.has(part));
  const words = response
    .slice(0, 300)
    .split(/[\s-]+/)
    .map((word) => (isPlain(word) ? word : '…'));
  const place = command === undefined ? '' : ` at ${command}`;
  return response === '' ? `${originalCode}${place}` : `${originalCode}${place}, answered: ${words.join(' ')}`;
};

/** Authenticates, and sends nothing. @returns null, or what failed, without the login. */
export const verifySmtp = async (identity: Identity): Promise<string | null> => {
  const transport = open(identity, checking);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return answerOf(error, identity);
  } finally {
    transport.close();
  }
};

export type SmtpOptions = Identity & {
  from: string;
  /** Milliseconds for a whole mail. */
  deadline?: number;
};

export const createSmtpMailer = ({ url, name, from, deadline = mailDeadline }: SmtpOptions): Mailer => {
  const sender = parseSender(from);
  const transport = open({ url, name }, sending);
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
        const answer = answerOf(error, { url, to: mail.to });
        throw isFinal(error) ? new MailRefused(answer) : new MailUnavailable(answer);
      }
    },
    close: () => transport.close(),
  };
};
