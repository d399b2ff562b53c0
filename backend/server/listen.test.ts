import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTestApi } from '../testing/test-api.ts';
import { closeServer } from './listen.ts';

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

describe('the shutdown', () => {
  it.each([
    ['stops without waiting for a client that keeps an idle connection', '/at-once', undefined, 0],
    ['aborts a request that does not end within the deadline', '/never', 300, 290],
  ])('%s', async (_, path, within, atLeast) => {
    const { app, arrived, socket } = await start();
    ask(socket, path);
    await Promise.race([once(socket, 'data'), arrived]);
    const gone = once(socket, 'close');
    const began = performance.now();
    await closeServer(app, within);
    await gone;
    expect(performance.now() - began).toBeGreaterThan(atLeast);
    expect(performance.now() - began).toBeLessThan(soon);
  });

  it('answers a request of which a part had arrived', async () => {
    const { app, close } = await createTestApi();
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
