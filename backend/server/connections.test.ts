import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitConnections } from './connections.ts';

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
const ask = async (client: Socket, path = '/'): Promise<string> => {
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
  expect(await ask(await open('127.0.0.2'))).toBe('200');
  expect(await ask(idle[1] ?? expect.fail())).toBe('200');
  expect(await ask(idle[0] ?? expect.fail())).toBe('closed');
});

it('closes the connection that was used longest ago first', async () => {
  const idle = await openMany(most, '127.0.0.1');
  for (const client of idle.slice(0, most - 1)) expect(await ask(client)).toBe('200');
  await open('127.0.0.2');
  expect(await ask(idle[most - 1] ?? expect.fail())).toBe('closed');
  expect(await ask(idle[0] ?? expect.fail())).toBe('200');
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
  expect(await ask(await open('127.0.0.1'))).toBe('closed');
  expect(await ask(await open('127.0.0.2'))).toBe('200');
});

it('refuses a new connection when many addresses keep all connections busy', async () => {
  for (let index = 0; index < most; index += 1) await keepBusy(await open(`127.0.0.${10 + (index % 4)}`));
  expect(await ask(await open('127.0.0.2'))).toBe('closed');
});
