import { createServer, type RequestListener } from 'node:http';

/** A little HTTP server on this machine. @param port 0: any that is free */
export const startLocalServer = async (answer: RequestListener, port = 0) => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
