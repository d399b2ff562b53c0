import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyRequest } from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../scripts/test-tools/ports.ts';
import { createConversionClients } from '../gateways/conversions.ts';

/** Starts a server on this machine. @returns its port */
export const listenLocally = async (server: Server): Promise<number> => {
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return port;
};

export type ReceivedRequest = { method: string; url: URL; headers: FastifyRequest['headers']; body: string };
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

/** Starts an HTTP server on a free port that answers as the test defines; objects are sent as JSON. */
export const startAnsweringServer = async (answerTo: (asked: ReceivedRequest) => Answer | Promise<Answer>) => {
  const app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.all('*', async ({ method, url, headers, body: sent }, reply) => {
    const asked = { method, url: new URL(url, 'http://localhost'), headers, body: String(sent ?? '') };
    const { status = 200, body = {}, headers: more } = await answerTo(asked);
    reply.code(status).headers({ 'content-type': 'application/json', ...more });
    return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  });
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
};
export type AnsweringServer = Awaited<ReturnType<typeof startAnsweringServer>>;

export const metaAccount = { pixelId: '1234567890', accessToken: 'meta-access-token-of-32-signs-or-more' };
export const measurementAccount = { measurementId: 'G-ABCDE12345', apiSecret: 'measurement-secret-of-signs' };

/** A request as it arrived. */
export type CapturedEvent = {
  receiver: 'meta' | 'measurement';
  path: string;
  headers: ReceivedRequest['headers'];
  body: unknown;
};

/** Starts servers in place of Meta and the measurement protocol, which record requests and answer as a test defines. */
export const startReceivers = async () => {
  const captured: CapturedEvent[] = [];
  let nextAnswers: Partial<Record<CapturedEvent['receiver'], Answer[]>> = {};
  const start = (receiver: CapturedEvent['receiver']) =>
    startAnsweringServer(async ({ url, headers, body }) => {
      captured.push({ receiver, path: url.pathname + url.search, headers, body: JSON.parse(body) });
      return nextAnswers[receiver]?.shift() ?? { body: { events_received: 1 } };
    });
  const [meta, measurement] = await Promise.all([start('meta'), start('measurement')]);
  const metaUrl = `${meta.url}/v25.0`;
  return {
    captured,
    clients: createConversionClients({
      meta: { ...metaAccount, url: metaUrl },
      measurement: { ...measurementAccount, url: measurement.url },
    }),
    /** The same addresses as variables of a server process. */
    settings: {
      META_PIXEL_ID: metaAccount.pixelId,
      META_ACCESS_TOKEN: metaAccount.accessToken,
      META_API_URL: metaUrl,
      MEASUREMENT_ID: measurementAccount.measurementId,
      MEASUREMENT_API_SECRET: measurementAccount.apiSecret,
      MEASUREMENT_URL: measurement.url,
    },
    /** Sets the answers of the next calls in their order; later calls succeed again. */
    answer: (next: typeof nextAnswers): void => {
      nextAnswers = next;
    },
    close: () => Promise.all([meta.close(), measurement.close()]),
  };
};

const wrongTypes = '{"success":"true","code":"200","id":7,"data":[null],"events_received":"1"}';

/** Writes a response; the origin is allowed, so that a browser on another site reads it too. */
const response = (status: string, type: string, body: string, length = Buffer.byteLength(body)): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n` +
  `access-control-allow-origin: *\r\nconnection: close\r\n\r\n${body}`;
const json = (status: string, body: string): string => response(status, 'application/json', body);

/** The ways in which a server can fail that is called over HTTP. */
const answers = {
  'connection refused': (socket) => socket.destroy(),
  'reset in the middle of the response': (socket) => {
    socket.write(response('200 OK', 'application/json', '{"success":', 500), () => socket.resetAndDestroy());
  },
  'response after 5 s': (socket) => {
    const timer = setTimeout(() => socket.end(json('200 OK', wrongTypes)), 5_000);
    socket.on('close', () => clearTimeout(timer));
  },
  'no response': () => undefined,
  'status 429': (socket) => socket.end(json('429 Too Many Requests', '{"success":false,"error":"TOO_MANY_REQUESTS"}')),
  'status 500': (socket) => socket.end(json('500 Server Error', '{"success":false,"error":"GENERIC_ERROR"}')),
  'HTML instead of JSON': (socket) => socket.end(response('200 OK', 'text/html', '<h1>It works!</h1>')),
  'truncated JSON': (socket) => socket.end(json('200 OK', '{"success": tr')),
  'wrong types': (socket) => socket.end(json('200 OK', wrongTypes)),
} satisfies Record<string, (socket: Socket) => unknown>;
export type Fault = keyof typeof answers;
const isFault = (name: string): name is Fault => name in answers;
export const faults = Object.keys(answers).filter(isFault);

/** Those that a server of any protocol can have; for the database, HTML is garbage. */
export const socketFaults = [
  'connection refused',
  'reset in the middle of the response',
  'no response',
  'HTML instead of JSON',
] as const satisfies readonly Fault[];

/** Starts a server on this machine that has the given fault. */
export const startBrokenServer = async (fault: Fault) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => answers[fault](socket));
  });
  const port = await freePort();
  // Where nothing listens, the system refuses the connection.
  if (fault !== 'connection refused') await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = (): Promise<void> =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return { port, url: `http://127.0.0.1:${port}`, close };
};

/** Starts a real SMTP server. `onMail` is called when a mail has arrived but the sender does not know it yet. */
export const startSmtpServer = async (onMail: () => void = () => undefined, given?: number) => {
  const port = given ?? (await freePort());
  const received: { recipients: string[]; raw: string; mail: Email }[] = [];
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
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Answers every recipient with this status until it is null. */
    refuse: (status: number | null): void => {
      refusal = status;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
export type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;
