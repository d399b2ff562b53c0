/**
 * `npm run dev`: Vite with the sources of the pages, and the backend, which starts again after a change. The backend
 * loads this file before its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildSettings } from '../build/build-settings.ts';
import { main } from '../setup/processes.mjs';

const host = '127.0.0.1';

/** In the backend: reports each file to the dev server, before it is read. */
const reportFiles = () =>
  registerHooks({
    load: (url, context, nextLoad) => {
      if (url.startsWith('file:')) process.send?.(url);
      return nextLoad(url, context);
    },
  });

/**
 * The files that the backend has ever loaded. `node --watch` forgets them at each start and can miss a change
 * during it.
 */
const loaded = new Set<string>();
let changed = Promise.withResolvers<string>();

/** Vite creates its watcher again after a change of its configuration. */
const backendChanges: Plugin = {
  name: 'maths-portal:backend-changes',
  configureServer: ({ watcher }) =>
    void watcher.on('all', (_event, file) => {
      if (loaded.has(file)) changed.resolve(file);
    }),
};

/** Runs the backend, and starts it again after each change of its files. */
const runBackend = async (devServer: string, ended: Promise<void>): Promise<void> => {
  for (;;) {
    changed = Promise.withResolvers();
    const backend = fork('backend/main.ts', {
      execArgv: ['--import', import.meta.url],
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

/** Runs both until this process gets a signal. A terminal's can arrive twice: from the terminal, and from npm. */
const serve = async (): Promise<void> => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end());
  Object.assign(process.env, { APP_MODE: 'development', NODE_ENV: 'development' });
  Object.assign(process.env, buildSettings(process.env).variables);
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The dev server has no port.');
  const { port } = address;
  // The backend does not need Vite.
  const vite = await import('vite');
  const { middlewares } = await vite.createServer({
    configFile: 'vite.dev.config.ts',
    logLevel: 'warn',
    plugins: [backendChanges],
    // With its own server, Vite would end this process at SIGTERM, before the backend has closed its database.
    server: { middlewareMode: true, ws: { server, host, clientPort: port } },
  });
  server.on('request', middlewares);
  await runBackend(`http://${host}:${port}`, ended);
  // Vite may wait for its open pages.
  process.exit();
};

if (import.meta.main) await main(serve);
else reportFiles();
