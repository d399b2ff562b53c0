import { createServer, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../config/settings.ts';
import { minute } from '../../src/lib/time.ts';
import { mailMessage } from '../domain/mail/mail-message.ts';
import { renderMail } from '../domain/mail/render-mail.ts';
import { mailSender } from '../testing/portal-parts.ts';
import { listenLocally, startSmtpServer, type TestSmtpServer } from '../testing/servers.ts';
import { createSmtpMailer, isSingleAddress, type Mailer, parseSender, verifySmtp } from './mail.ts';

const token = 'x0tqk3J9rAm_yN2bVQ7cZ-5dKfW8hLsPuE4gTi1oRv6';
const recovery = (to: string, more: object = {}) => ({
  to,
  language: 'fr',
  template: 'recovery',
  values: { token, ...more },
});
const rendered = (message: unknown) => renderMail(mailMessage.parse(message), mailSender);

let smtp: TestSmtpServer;
let mailer: Mailer;

beforeEach(async () => {
  smtp = await startSmtpServer();
  mailer = createSmtpMailer({ url: smtp.url, from: 'Numeria <no-reply@numeria.example>' });
});
afterEach(async () => {
  mailer.close();
  await smtp.close();
});

const send = (to = 'marie@example.com', id = 'job-1') => mailer.send({ id, ...rendered(recovery('x@y.z')), to });

describe('a mail sent by SMTP', () => {
  it('arrives with both parts, its pictures, its sender and the id of its job', async () => {
    await send();
    const [{ mail, recipients } = { mail: undefined, recipients: [] }] = smtp.received;
    expect(recipients).toEqual(['marie@example.com']);
    expect(mail?.from).toMatchObject({ name: 'Numeria', address: 'no-reply@numeria.example' });
    expect(mail?.to).toMatchObject([{ address: 'marie@example.com' }]);
    expect(mail?.messageId).toBe('<job-1@numeria.example>');
    expect(mail?.subject).toBe('Choisissez un nouveau mot de passe Numeria');
    const link = `https://portal.example/reset-password?lang=fr#token=${token}`;
    expect(mail?.text).toContain(link);
    // Mail programs recognise a signature by the space.
    expect(mail?.text).toContain('\n\n-- \n');
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.attachments.map(({ contentId, mimeType }) => [contentId, mimeType])).toEqual([
      ['<logo>', 'image/png'],
    ]);
  });

  it('leaves the rendered mail unchanged for a name with a link, CRLF, HTML or 10 KB, and sends it to the stored recipient only', async () => {
    const plain = rendered(recovery('marie@example.com'));
    for (const name of ['https://evil.example', 'a\r\nBcc: evil@evil.example', '<b>b</b>', 'x'.repeat(10_240)]) {
      expect(rendered(recovery('marie@example.com', { name, product: name, supportEmail: name }))).toEqual(plain);
      expect(mailMessage.safeParse(recovery('marie@example.com', { token: name })).success).toBe(false);
    }
    const strangers = [
      'b@x.io\r\nBcc: evil@evil.example',
      'b@x.io, evil@evil.example',
      'Marie <evil@evil.example>',
      '"evil@evil.example"@x.io',
      'mıke@x.io',
      `${'a'.repeat(250)}@x.io`,
    ];
    for (const to of strangers) await expect(send(to)).rejects.toMatchObject({ name: 'MailRefused' });
    await send('marie@example.com');
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['marie@example.com']]);
    expect(smtp.received[0]?.raw).not.toContain('evil');
  });
});

describe('a mail that cannot be sent', () => {
  it('refuses a mail for good when the server does not know the mailbox, without the recipient in the error', async () => {
    smtp.refuse(550);
    const error: unknown = await send().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'MailRefused',
      message: 'EENVELOPE at RCPT TO, answered: 550 no such mailbox',
    });
    expect(error instanceof Error && `${error.stack}${String(error.cause)}${JSON.stringify(error)}`).not.toContain(
      'marie',
    );
  });

  it.each([
    ['421 4.7.0 cannot resolve EHLO name', 'ECONNECTION at EHLO, answered: 421 4.7.0 cannot resolve EHLO name'],
    ['421 marie@example.com (user Marie) and portal:swordfish cG9ydGFs are busy', '421 … (user … and … … are busy'],
  ])('names the answer of a server, and nothing that it quotes: %s', async (answer, said) => {
    const named: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined).write('220 mail ESMTP\r\n');
      socket.on('data', (bytes) => {
        named.push(String(bytes));
        socket.end(`${answer}\r\n`);
      });
    });
    const host = `portal:swordfish@127.0.0.1:${await listenLocally(server)}`;
    const refused = createSmtpMailer({
      url: `smtp://${host}`,
      name: 'portal.example.org',
      from: 'no-reply@numeria.example',
    });
    const mail = { id: 'job-1', ...rendered(recovery('marie@example.com')) };
    await expect(refused.send(mail)).rejects.toMatchObject({ message: expect.stringContaining(said) });
    expect(await verifySmtp({ url: `smtp://${host}?name=mx.example.org`, name: 'portal.example.org' })).toContain(
      '421',
    );
    expect(named).toEqual(['EHLO portal.example.org\r\n', 'EHLO mx.example.org\r\n']);
    server.close();
  });

  it('retries a mail later when the server is busy', async () => {
    smtp.refuse(451);
    await expect(send()).rejects.toMatchObject({ name: 'MailUnavailable' });
    smtp.refuse(null);
    await send();
    expect(smtp.received).toHaveLength(1);
  });

  it('sends no mail to a server without STARTTLS when the address requires TLS', async () => {
    const encrypting = createSmtpMailer({ url: `${smtp.url}?requireTLS=true`, from: 'no-reply@numeria.example' });
    await expect(encrypting.send({ id: 'job-1', ...rendered(recovery('a@b.c')) })).rejects.toMatchObject({
      name: 'MailUnavailable',
    });
    encrypting.close();
    expect(smtp.received).toEqual([]);
  });

  it('delays no other mail when the server is silent', async () => {
    const connections: Socket[] = [];
    const silent = createServer((socket) => void connections.push(socket));
    const url = `smtp://127.0.0.1:${await listenLocally(silent)}`;
    const waiting = createSmtpMailer({ url, from: 'no-reply@numeria.example' });
    const sent = Promise.allSettled(
      Array.from({ length: 8 }, (_, id) => waiting.send({ id: `job-${id}`, ...rendered(recovery('a@b.c')) })),
    );
    await vi.waitFor(() => expect(connections).toHaveLength(8), 5_000);
    for (const connection of connections) connection.destroy();
    expect((await sent).map((end) => end.status)).toEqual(Array<string>(8).fill('rejected'));
    waiting.close();
    silent.close();
  });
});

describe('a mail server that answers slowly', () => {
  it('may take ten minutes to answer after the mail, and is then not asked again', async () => {
    const port = Number(new URL(smtp.url).port);
    const inactivity: number[] = [];
    const limit = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, milliseconds) {
      if (this.remotePort === port && milliseconds > 0) inactivity.push(milliseconds);
      return this;
    });
    await send();
    limit.mockRestore();
    expect(inactivity.length).toBeGreaterThan(0);
    expect(Math.min(...inactivity)).toBeGreaterThanOrEqual(10 * minute);
    expect(smtp.received).toHaveLength(1);
  });

  it('is left when the whole mail takes too long, although it keeps sending', async () => {
    const dribble = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-please wait\r\n'), 10);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    const url = `smtp://127.0.0.1:${await listenLocally(dribble)}`;
    const impatient = createSmtpMailer({ url, from: 'no-reply@numeria.example', deadline: 200 });
    await expect(impatient.send({ id: 'job-1', ...rendered(recovery('a@b.c')) })).rejects.toMatchObject({
      name: 'MailUnavailable',
    });
    impatient.close();
    dribble.close();
  });
});

describe('email addresses', () => {
  it('accepts one plain address and nothing else', () => {
    expect(isSingleAddress('marie.o+maths@mail.example.com')).toBe(true);
    for (const text of ['', 'marie', 'a@b@c', 'a b@c.d', 'a@b..c', '<a@b.c>', 'a@b.c\n', 'a@b.c;d@e.f']) {
      expect([text, isSingleAddress(text)]).toEqual([text, false]);
    }
  });

  it('parses the sender with and without a name', () => {
    expect(parseSender('Numeria <no-reply@numeria.example>')).toEqual({
      name: 'Numeria',
      address: 'no-reply@numeria.example',
    });
    expect(parseSender('no-reply@numeria.example')).toEqual({ name: '', address: 'no-reply@numeria.example' });
    const named = { name: 'Numeria, Inc.', address: 'no-reply@numeria.example' };
    for (const name of ['"Numeria, Inc."', 'Numeria, Inc.']) {
      expect(parseSender(`${name} <no-reply@numeria.example>`)).toEqual(named);
      expect(settings.MAIL_FROM.development.parse(`${name} <no-reply@numeria.example>`)).toContain(name);
    }
    expect(() => parseSender('a@b.example, c@d.example')).toThrow('MAIL_FROM');
    expect(() => parseSender('Numeria')).toThrow('MAIL_FROM');
  });
});
