import { createServer, type Server, type Socket } from 'node:net';

/** The ways in which a dependency can fail. */
export const faults = ['refuse', 'hang', 'garbage'] as const;
export type Fault = (typeof faults)[number];

const answer: Record<Fault, (socket: Socket) => void> = {
  refuse: (socket) => socket.destroy(),
  hang: () => undefined,
  garbage: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<h1>It works!</h1>'),
};

/** Starts a server on this machine that has the given fault. */
export const startBrokenServer = async (fault: Fault) => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer[fault](socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
