/**
 * The two servers of `npm run dev`: Vite, which has the sources of the pages, and the backend, which browsers open. Pages
 * stay connected to Vite while the backend starts again.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createViteServer } from 'vite';
import { createBackend } from './dev-backend.mjs';
import { main } from '../setup/processes.mjs';

const host = '127.0.0.1';

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
    plugins: [backend.plugin],
    logLevel: 'warn',
    // With its own server, Vite would end this process at SIGTERM, before the backend has closed its database.
    server: { middlewareMode: true, ws: { server, host, clientPort: port } },
  });
  server.on('request', vite.middlewares);
  backend.start();
  await ended.promise;
  await backend.stop();
  await vite.close();
  server.closeAllConnections();
  server.close();
});
