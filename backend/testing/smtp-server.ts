import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { recipients: string[]; raw: string; mail: Email };

/**
 * Starts a real SMTP server, on a free port unless one is given. While `refuse` is set, recipients are answered with
 * this status.
 * @param onMail called when a mail has arrived but the sender does not know it yet.
 */
export const startSmtpServer = async (onMail: () => void = () => undefined, port = 0) => {
  const received: ReceivedMail[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => {
      if (refusal === null) callback();
      else callback(Object.assign(new Error('no such mailbox'), { responseCode: refusal }));
    },
    onData: async (stream, session, callback) => {
      const bytes = await buffer(stream).catch(() => null);
      // The sender died before the end of the mail, and will send it again.
      if (bytes === null) return callback();
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ recipients, raw: bytes.toString('utf8'), mail: await PostalMime.parse(bytes) });
      onMail();
      callback();
    },
  });
  // A connection of a killed sender breaks too.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: (status: number | null): void => {
      refusal = status;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
export type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;
