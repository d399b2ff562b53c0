import { once } from 'node:events';
import { createServer } from 'node:net';

/** @param {number} port 0 selects any free port @returns {Promise<import('node:net').Server | undefined>} undefined when the port is in use */
const hold = async (port) => {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
};

/** @param {import('node:net').Server} server */
const release = async (server) => {
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A port has no number.');
  return address.port;
};

/**
 * Returns each preferred port, or any free port where the preferred one is in use. All ports stay open until the last
 * one is known, so that no two are equal.
 * @param {readonly number[]} preferred
 * @returns {Promise<number[]>}
 */
export const freePorts = async (preferred) => {
  const held = [];
  for (const port of preferred) {
    const server = (await hold(port)) ?? (await hold(0));
    if (server === undefined) throw new Error('This machine has no free port.');
    held.push(server);
  }
  return Promise.all(held.map(release));
};

/** @returns {Promise<number>} a port that is free at this moment */
export const freePort = async () => {
  const [port = 0] = await freePorts([0]);
  return port;
};
