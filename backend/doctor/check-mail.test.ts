import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { verifySmtp } from '../gateways/mail.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { checkMail } from './check-mail.ts';

it('accepts a mail server that answers, and sends nothing', async () => {
  const smtp = await startSmtpServer();
  expect(await checkMail(() => verifySmtp(smtp.url))).toMatchObject([{ kind: 'right' }]);
  expect(smtp.received).toEqual([]);
  await smtp.close();
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const portOf = (address: ReturnType<Server['address']>): number => {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};
/** Starts a server that greets each client with this text. */
const startGreeter = async (greeting: string): Promise<number> => {
  const server = createServer((socket) => socket.on('error', () => undefined).write(greeting)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return portOf(server.address());
};
/** Starts a mail server that rejects every login. */
const startRejectingMailServer = async (): Promise<number> => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error('Invalid login for swordfish')),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return portOf(server.server.address());
};

describe('a wrong SMTP_URL', () => {
  const startNothing = async (): Promise<number> => 9;
  it.each<[string, string, () => Promise<number>, string]>([
    [
      'wrong port',
      'smtp://portal:swordfish@127.0.0.1',
      startNothing,
      'No mail server answers at the host and port of SMTP_URL (ECONNREFUSED): correct them, or open the firewall.',
    ],
    [
      'wrong password',
      'smtp://portal:swordfish@127.0.0.1',
      startRejectingMailServer,
      'The mail server of SMTP_URL rejects the user or the password (EAUTH): correct them in SMTP_URL.',
    ],
    [
      'user without a password',
      'smtp://portal@127.0.0.1',
      startRejectingMailServer,
      'The mail server of SMTP_URL rejects the user or the password (EAUTH): correct them in SMTP_URL.',
    ],
    [
      'port of another program',
      'smtp://portal:swordfish@127.0.0.1',
      () => startGreeter('HTTP/1.1 400 Bad Request\r\n'),
      'The server of SMTP_URL answers, but not as a mail server (EPROTOCOL): correct the host and port, or let it admit this machine.',
    ],
  ])('is one sentence without the password: %s', async (_case, url, start, sentence) => {
    const port = await start();
    expect(await checkMail(() => verifySmtp(`${url}:${port}`))).toEqual([{ kind: 'wrong', sentence }]);
  });

  it.each<[string, unknown]>([
    ['ENOTFOUND', 'The host of SMTP_URL has no address (ENOTFOUND): correct its name.'],
    [
      'ETIMEDOUT',
      'The mail server of SMTP_URL does not answer (ETIMEDOUT): correct host and port, open the firewall, and write smtps:// for port 465.',
    ],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      expect.stringMatching(/^The connection to the mail server of SMTP_URL cannot be encrypted \(ERR_SSL_WRONG/),
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', expect.stringMatching(/cannot be encrypted .* NODE_EXTRA_CA_CERTS\.$/)],
  ])('is one sentence for the error %s', async (code, sentence) => {
    expect(await checkMail(async () => code)).toEqual([{ kind: 'wrong', sentence }]);
  });
});
