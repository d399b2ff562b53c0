import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerBrokenRequest, createErrorHandler } from './failures.ts';

describe('a malformed request', () => {
  let app: FastifyInstance;
  let port = 0;
  beforeAll(async () => {
    app = Fastify({ bodyLimit: 16, clientErrorHandler: answerBrokenRequest });
    app.setErrorHandler(createErrorHandler({ record: () => undefined }));
    app.post('/', async () => 'read');
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(() => app.close());

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
});
