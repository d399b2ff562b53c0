/**
 * The two servers of `npm run dev`: Vite, which has the sources of the pages, and the backend, which browsers open. The
 * backend is a process of its own that starts again after a change. Pages stay connected to Vite meanwhile.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { relative } from 'node:path';
import { createServer as createViteServer, normalizePath } from 'vite';
import { attached, main } from '../setup/processes.mjs';

const host = '127.0.0.1';
/** The files of the backend. */
const ofBackend =
  /^(?:(?:backend|emulators|src\/(?:config|contracts|lib|services))\/(?!.*\.test\.)|locales\/.*(?:dashboard|mail|payment-simulator|server-messages))/;

/** @param {NodeJS.ProcessEnv} env */
const createBackend = (env) => {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let running;
  let isEnded = false;

  const halt = async () => {
    const child = running;
    running = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const restart = async () => {
    await halt();
    if (isEnded) return;
    const child = fork('backend/main.ts', { env, stdio: attached });
    running = child;
    child.once('exit', () => {
      if (child === running) console.error('The backend starts again after the next change of a file.');
    });
  };

  let work = Promise.resolve();
  let isWaiting = false;
  /** Several changes at a time cause one restart. */
  const restartLater = () => {
    if (isWaiting) return;
    isWaiting = true;
    work = work.then(() => {
      isWaiting = false;
      return restart();
    });
  };
  return {
    restartLater,
    stop: async () => {
      isEnded = true;
      await work;
      await halt();
    },
  };
};

await main(async () => {
  const ended = Promise.withResolvers();
  // A terminal's signal can arrive twice: once from the terminal, and once from npm.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => ended.resolve(undefined));
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The dev server has no port.');
  const { port } = address;
  const backend = createBackend({ ...process.env, DEV_SERVER_URL: `http://${host}:${port}` });
  const vite = await createViteServer({
    configFile: 'vite.dev.config.ts',
    plugins: [
      {
        name: 'maths-portal:backend',
        // Vite makes another server, with another watcher, after a change of a file that its configuration reads.
        configureServer: ({ watcher }) => {
          watcher.on('all', (_, path) => {
            if (ofBackend.test(normalizePath(relative('.', path)))) backend.restartLater();
          });
        },
      },
    ],
    logLevel: 'warn',
    // With its own server, Vite would end this process at SIGTERM, before the backend has closed its database.
    server: { middlewareMode: true, ws: { server, host, clientPort: port } },
  });
  server.on('request', vite.middlewares);
  backend.restartLater();
  await ended.promise;
  await backend.stop();
  // Vite may wait for its open pages.
  process.exit();
});
