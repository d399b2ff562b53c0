import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { recipients: string[]; raw: string; mail: Email };

/**
 * A real SMTP server, on a free port unless one is named. `refuse` answers a recipient with this status, as long as it is set.
 * @param onMail called when a mail is here and the sender does not know it yet.
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
      // The sender died half-way: it will send again.
      if (bytes === null) return callback();
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ recipients, raw: bytes.toString('utf8'), mail: await PostalMime.parse(bytes) });
      onMail();
      callback();
    },
  });
  // So does a connection that it held.
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
