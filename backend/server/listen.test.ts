import { connect, type Socket } from 'node:net';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-api.ts';
import { closeServer, limitConnections, listen } from './listen.ts';
import { createLogger } from './log.ts';

/** Milliseconds; far less than the minute for which a kept connection would delay a stop. */
const soon = 5_000;

const connectTo = async (app: FastifyInstance): Promise<Socket> => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const socket = connect(address.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

const start = async () => {
  const app = Fastify();
  const arrived = Promise.withResolvers<void>();
  app.get('/at-once', async () => 'done');
  app.get('/never', () => {
    arrived.resolve();
    return new Promise(() => undefined);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, arrived: arrived.promise, socket: await connectTo(app) };
};
const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);

it('logs where the server listens, under a message of its own', async () => {
  const lines: string[] = [];
  const logger: FastifyBaseLogger = createLogger('info', {}, { write: (line) => void lines.push(line) });
  const app = Fastify({ loggerInstance: logger });
  await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' });
  expect(lines).toEqual([expect.stringMatching(/"msg":"the portal listens at http:\/\/127\.0\.0\.1:\d+"/)]);
  await closeServer(app);
});

describe('the shutdown', () => {
  it('stops without waiting for a client that keeps an idle connection', async () => {
    const { app, socket } = await start();
    ask(socket, '/at-once');
    await once(socket, 'data');
    const gone = once(socket, 'close');
    const began = performance.now();
    await closeServer(app);
    await gone;
    expect(performance.now() - began).toBeLessThan(soon);
  });

  it('aborts a request that does not end within the deadline', async () => {
    const { app, arrived, socket } = await start();
    ask(socket, '/never');
    await arrived;
    const gone = once(socket, 'close');
    const began = performance.now();
    await closeServer(app, 300);
    await gone;
    expect(performance.now() - began).toBeGreaterThan(290);
    expect(performance.now() - began).toBeLessThan(soon);
  });

  it('answers a request of which a part had arrived', async () => {
    const { app, close } = await createTestApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const [socket, other] = [await connectTo(app), await connectTo(app)];
    socket.write('GET /healthz HTTP/1.1\r\n');
    // When this is answered, the part has arrived too.
    ask(other, '/healthz');
    await once(other, 'data');
    const closed = closeServer(app);
    const gone = once(other, 'close');
    await gone;
    socket.write('host: localhost\r\n\r\n');
    const [answer] = await once(socket.setEncoding('utf8'), 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await closed;
    await close();
  });
});

const most = 8;
let server: Server;
let waiting: ServerResponse[];
let clients: Socket[];

beforeEach(async () => {
  waiting = [];
  clients = [];
  server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(response);
    else response.end('answered');
  });
  limitConnections(server, most, (address) => address);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Connects from one of the addresses of this machine, and waits until the server has accepted it. */
const open = async (from: string): Promise<Socket> => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const accepted = once(server, 'connection');
  const client = connect({ port, host: '127.0.0.1', localAddress: from });
  client.on('error', () => undefined);
  clients.push(client);
  await accepted;
  return client;
};
const openMany = async (count: number, from: string): Promise<Socket[]> => {
  const opened: Socket[] = [];
  for (let index = 0; index < count; index += 1) opened.push(await open(from));
  return opened;
};
const request = async (client: Socket, path = '/'): Promise<string> => {
  if (client.destroyed) return 'closed';
  const answered = Promise.race([once(client, 'data'), once(client, 'close')]);
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [first] = await answered;
  return Buffer.isBuffer(first) ? (/^HTTP\/1\.1 (\d+)/.exec(String(first))?.[1] ?? '') : 'closed';
};
/** Starts a request that the server does not answer. */
const keepBusy = async (client: Socket): Promise<void> => {
  const received = once(server, 'request');
  client.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await received;
};

it('answers another address while one address keeps all connections open and sends nothing', async () => {
  const idle = await openMany(most, '127.0.0.1');
  expect(await request(await open('127.0.0.2'))).toBe('200');
  expect(await request(idle[1] ?? expect.fail())).toBe('200');
  expect(await request(idle[0] ?? expect.fail())).toBe('closed');
});

it('closes the connection that was used longest ago first', async () => {
  const idle = await openMany(most, '127.0.0.1');
  for (const client of idle.slice(0, most - 1)) expect(await request(client)).toBe('200');
  await open('127.0.0.2');
  expect(await request(idle[most - 1] ?? expect.fail())).toBe('closed');
  expect(await request(idle[0] ?? expect.fail())).toBe('200');
});

it('keeps a connection whose request is being answered', async () => {
  const [busy = expect.fail()] = await openMany(most, '127.0.0.1');
  await keepBusy(busy);
  await openMany(most, '127.0.0.1');
  const [answer] = waiting;
  const received = once(busy, 'data');
  answer?.end('late');
  expect(String((await received)[0])).toContain('late');
});

it('refuses a new connection of the address whose requests keep all connections busy, and answers others', async () => {
  for (const client of await openMany(most, '127.0.0.1')) await keepBusy(client);
  expect(await request(await open('127.0.0.1'))).toBe('closed');
  expect(await request(await open('127.0.0.2'))).toBe('200');
});

it('refuses a new connection when many addresses keep all connections busy', async () => {
  for (let index = 0; index < most; index += 1) await keepBusy(await open(`127.0.0.${10 + (index % 4)}`));
  expect(await request(await open('127.0.0.2'))).toBe('closed');
});
