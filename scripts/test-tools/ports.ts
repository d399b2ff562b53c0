import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import getPort, { portNumbers } from 'get-port';

/**
 * The ports to choose from. They lie below those that a system gives to outgoing connections and to `listen(0)` (Linux
 * from 32768, macOS and Windows from 49152), because a program often opens its port seconds after it was chosen, or
 * opens it again after a restart.
 */
const ports = [...portNumbers(20_000, 31_999)];

/**
 * Returns each preferred port, or any free port where the preferred one is in use. A process gets no port twice, and
 * each choice begins at a random place, so that two processes rarely choose the same port at the same moment.
 * @param preferred 0 for any free port
 */
export const freePorts = async (preferred: readonly number[]): Promise<number[]> => {
  const found: number[] = [];
  for (const wanted of preferred) {
    const start = randomInt(ports.length);
    const others = [...ports.slice(start), ...ports.slice(0, start)];
    const port = wanted > 0 ? [wanted, ...others] : others;
    found.push(await getPort({ port, host: '127.0.0.1', reserve: true }));
  }
  return found;
};

/** Returns a port that is free at this moment. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await freePorts([0]);
  return port;
};

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
