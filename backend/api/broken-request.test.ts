import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { drainBodies, httpOptions } from '../server/listen.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { createErrorHandler } from './failures.ts';

/** Opens a server that answers `read` to a post. @returns its port */
const listen = async (app: FastifyInstance): Promise<number> => {
  app.post('/', async () => 'read');
  await closeAfterAll(app);
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
};

describe('a malformed request', async () => {
  const lines: string[] = [];
  const app = Fastify({ ...httpOptions, bodyLimit: 16, logger: { stream: { write: (line) => lines.push(line) } } });
  const answerError = createErrorHandler({ record: () => undefined });
  drainBodies(app);
  app.addHook('onRequest', async ({ url }, reply) => (url === '/refused' ? reply.code(403).send() : undefined));
  let failed = 0;
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    failed += 1;
    return answerError(error, request, reply);
  });
  const port = await listen(app);

  const send = async (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    return text(socket);
  };

  it.each([
    ['not HTTP', 'hello\r\n\r\n', 400, 'INVALID_PAYLOAD'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400, 'INVALID_PAYLOAD'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'PAYLOAD_TOO_LARGE'],
  ])('answers a malformed request in the common shape of a failure: %s', async (_, bytes, status, error) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ success: false, error });
  });

  it('logs no failure for a client that goes away in the middle of its body', async () => {
    const socket = connect(port, '127.0.0.1');
    failed = 0;
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nx', () =>
      socket.destroy(),
    );
    await expect.poll(() => failed).toBe(1);
    expect(lines.filter((line) => line.includes('a call failed'))).toEqual([]);
  });

  it('reads a body that is too long to its end, because a proxy sends all of it before it reads the answer', async () => {
    const socket = connect(port, '127.0.0.1');
    const headers = 'Host: a\r\nContent-Type: text/plain\r\n';
    const half = 'x'.repeat(100_000);
    socket.write(`POST / HTTP/1.1\r\n${headers}Content-Length: ${2 * half.length}\r\n\r\n${half}`);
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE/s);
    socket.write(`${half}POST / HTTP/1.1\r\n${headers}Content-Length: 1\r\nConnection: close\r\n\r\nx`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*read$/s);
  });

  it.each([
    ['too long', '/', 'text/plain', 413],
    ['of another type', '/', 'image/png', 415],
    ['for an unknown address', '/unknown', 'image/png', 404],
    ['of a request that is refused', '/refused', 'text/plain', 403],
  ])('reads a body %s to its end when the proxy wants the connection closed', async (_name, path, type, status) => {
    const socket = connect(port, '127.0.0.1');
    const [server]: Socket[] = await once(app.server, 'connection');
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nConnection: close\r\nContent-Length: 200000\r\n\r\n`;
    socket.write(`${head}x`);
    expect(String(await once(socket, 'data'))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.write('x'.repeat(199_999));
    await expect.poll(() => server?.bytesRead).toBe(head.length + 200_000);
    socket.destroy();
  });
});

describe('a connection', async () => {
  const http = { headersTimeout: 300, connectionsCheckingInterval: 50 };
  const app = Fastify({ ...httpOptions, requestTimeout: 300, http });
  app.get('/long', async () => 'x'.repeat(50_000_000));
  const port = await listen(app);

  /** Connects as a client that keeps its side open. */
  const open = async (bytes: string) => {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const [server]: Socket[] = await once(app.server, 'connection');
    client.write(bytes);
    return { client, server };
  };

  it.each([
    ['sends nothing', '', /408/],
    ['sends half of its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx', /408/],
    ['is not HTTP', 'hello\r\n\r\n', /400/],
  ])('ends when a client keeps it open and %s', async (_, bytes, answer) => {
    const { client, server } = await open(bytes);
    expect(await text(client)).toMatch(answer);
    if (!server?.destroyed) await once(server ?? client, 'close');
    client.destroy();
  });

  it('ends when a client does not read its answer', async () => {
    app.server.setTimeout(200);
    const { client, server } = await open('GET /long HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(server ?? client, 'close');
    client.destroy();
  });
});

it('lets no time for headers exceed the time for requests, because Node would exchange them', () => {
  expect(httpOptions.http.headersTimeout).toBeLessThanOrEqual(httpOptions.requestTimeout);
});
