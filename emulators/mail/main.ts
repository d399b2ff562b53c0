import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { escapeHtml } from '../../src/lib/escape-html.ts';
import { listenLocally, openMemoryDatabase, readPort, runMain, UsageError } from '../standalone.ts';
import { createInbox } from './inbox.ts';
import { createMailViewer } from './viewer.ts';

const bytesOf = (content: string | ArrayBuffer | Uint8Array): Uint8Array => {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
};

/** Starts an SMTP server that keeps every mail, and a page that shows them. README.md lists the variables. */
await runMain(async () => {
  const smtpPort = readPort('SMTP_PORT', 4125);
  const port = readPort('MAIL_VIEWER_PORT', 4181);
  const inbox = await createInbox({ database: await openMemoryDatabase(), clock: { now: () => new Date() } });

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, session, callback) => {
      try {
        const { messageId, subject, html, text, attachments } = await PostalMime.parse(await buffer(stream));
        const pictures = attachments.flatMap(({ contentId, mimeType, content }) =>
          contentId === undefined
            ? []
            : [{ id: contentId.replace(/^<|>$/g, ''), type: mimeType, content: bytesOf(content) }],
        );
        for (const { address } of session.envelope.rcptTo) {
          await inbox.send({
            // Store one copy for each recipient.
            id: `${messageId ?? randomUUID()} ${address}`,
            to: address,
            subject: subject ?? '(no subject)',
            html: html ?? `<pre>${escapeHtml(text ?? '')}</pre>`,
            text: text ?? '',
            pictures,
          });
        }
        callback();
      } catch (error) {
        callback(error instanceof Error ? error : new Error('The message could not be read.'));
      }
    },
  });
  // A sender that disconnects early must not end the process.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(smtpPort, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    throw new UsageError(`Port ${smtpPort} is in use. Choose another one with SMTP_PORT.`, { cause: error });
  });

  const app = Fastify();
  await app.register(createMailViewer(inbox, '/mail'));
  const close = (): Promise<void> => new Promise((resolve) => smtp.close(() => resolve()));
  const url = await listenLocally(app, { port, variable: 'MAIL_VIEWER_PORT' }, close);
  process.stdout.write(`SMTP server: smtp://127.0.0.1:${smtpPort}\nMails: ${url}/mail\n`);
});
