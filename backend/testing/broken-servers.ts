import { createServer, type Server, type Socket } from 'node:net';

/** The ways in which a server can fail that is called over HTTP. */
export const faults = [
  'connection refused',
  'reset in the middle of the response',
  'response after 5 s',
  'no response',
  'status 429',
  'status 500',
  'HTML instead of JSON',
  'truncated JSON',
  'wrong types',
] as const;
export type Fault = (typeof faults)[number];

/** Those that a server of any protocol can have; for the database, HTML is garbage. */
export const socketFaults = [
  'connection refused',
  'reset in the middle of the response',
  'no response',
  'HTML instead of JSON',
] as const satisfies readonly Fault[];

const wrongTypes = '{"success":"true","code":"200","id":7,"data":[null],"events_received":"1"}';

/** Writes a response; the origin is allowed, so that a browser on another site reads it too. */
const response = (status: string, type: string, body: string, length = Buffer.byteLength(body)): string =>
  [
    `HTTP/1.1 ${status}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
    'access-control-allow-origin: *',
    'connection: close',
    '',
    body,
  ].join('\r\n');
const json = (status: string, body: string): string => response(status, 'application/json', body);

const answer: Record<Fault, (socket: Socket) => unknown> = {
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
};

/** Starts a server on this machine that has the given fault. */
export const startBrokenServer = async (fault: Fault) => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => answer[fault](socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = (): Promise<void> =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  // Nothing listens on the port any more, so the system refuses the connection.
  if (fault === 'connection refused') await close();
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, close };
};
