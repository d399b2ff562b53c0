import { createServer } from 'node:net';

/** @param {number} port 0: any @returns {Promise<number | undefined>} undefined when it is taken */
const tryPort = (port) =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(undefined))
      .listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
      });
  });

/**
 * @param {number} [preferred]
 * @returns {Promise<number>} the preferred port, or any other when that one is taken
 */
export const freePort = async (preferred = 0) => {
  const port = (await tryPort(preferred)) ?? (await tryPort(0));
  if (port === undefined) throw new Error('This machine has no free port.');
  return port;
};
