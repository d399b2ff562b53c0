/** `npm run dev`: Vite with the sources of the pages, and the backend, which starts again after a change. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer as createViteServer } from 'vite';
import { main } from '../setup/processes.mjs';

const host = '127.0.0.1';

/**
 * The files that the backend has ever loaded. `node --watch` forgets them at each start and can miss a change
 * meanwhile.
 */
const loaded = new Set();
let changed = Promise.withResolvers();

/** Vite creates its watcher again after a change of its configuration. @type {import('vite').Plugin} */
const backendChanges = {
  name: 'maths-portal:backend-changes',
  configureServer: ({ watcher }) =>
    void watcher.on('all', (_event, file) => {
      if (loaded.has(file)) changed.resolve(file);
    }),
};

/**
 * Runs the backend, and starts it again after each change of its files.
 * @param {string} devServer
 * @param {Promise<undefined>} ended
 */
const runBackend = async (devServer, ended) => {
  for (;;) {
    changed = Promise.withResolvers();
    const backend = fork('backend/main.ts', {
      execArgv: ['--import', './scripts/dev/report-files.mjs'],
      env: { ...process.env, DEV_SERVER_URL: devServer },
    });
    backend.on('message', (url) => loaded.add(fileURLToPath(String(url))));
    const stopped = once(backend, 'exit').then(() => {
      if (!backend.killed) console.log('The backend has ended. It starts again after a change of its files.');
    });
    const file = await Promise.race([ended, changed.promise]);
    backend.kill();
    await stopped;
    if (file === undefined) return;
    console.log(`${file} has changed: the backend starts again.`);
  }
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
  const vite = await createViteServer({
    configFile: 'vite.dev.config.ts',
    logLevel: 'warn',
    plugins: [backendChanges],
    // With its own server, Vite would end this process at SIGTERM, before the backend has closed its database.
    server: { middlewareMode: true, ws: { server, host, clientPort: port } },
  });
  server.on('request', vite.middlewares);
  await runBackend(`http://${host}:${port}`, ended.promise);
  // Vite may wait for its open pages.
  process.exit();
});
