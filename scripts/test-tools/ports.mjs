import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The first of the ports to choose from, and their number. They lie below those that a system gives to outgoing
 * connections and to `listen(0)` (Linux from 32768, macOS and Windows from 49152), because a program often opens its port
 * seconds after it was chosen, or opens it again after a restart.
 */
const first = 20_000;
const amount = 12_000;

/** Each process begins somewhere else and chooses no port twice in a row. */
let next = randomInt(amount);
const nextPort = () => first + (next++ % amount);

/** @param {number} port @returns {Promise<import('node:net').Server | undefined>} undefined when the port is in use */
const hold = async (port) => {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
};

const holdAny = async () => {
  for (let attempt = 0; attempt < amount; attempt += 1) {
    const server = await hold(nextPort());
    if (server !== undefined) return server;
  }
  throw new Error('This machine has no free port.');
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
 * @param {readonly number[]} preferred 0 for any free port
 * @returns {Promise<number[]>}
 */
export const freePorts = async (preferred) => {
  const held = [];
  for (const port of preferred) held.push((port > 0 ? await hold(port) : undefined) ?? (await holdAny()));
  return Promise.all(held.map(release));
};

/** @returns {Promise<number>} a port that is free at this moment */
export const freePort = async () => {
  const [port = 0] = await freePorts([0]);
  return port;
};
