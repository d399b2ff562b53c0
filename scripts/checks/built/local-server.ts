import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export type LocalServer = { url: string; close(): Promise<void> };

/**
 * Starts an HTTP server on this machine.
 * @param port 0 selects any free port
 */
export const startLocalServer = async (answer: RequestListener, port = 0): Promise<LocalServer> => {
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
