/**
 * The two servers of `npm run dev`: Vite, which has the sources of the pages, and the backend, which browsers open. Node
 * starts the backend again when one of its files changes. Pages stay connected to Vite meanwhile.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createViteServer } from 'vite';
import { main, run } from './processes.mjs';

const host = '127.0.0.1';

await main(async () => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The dev server has no port.');
  const { port } = address;
  const vite = await createViteServer({
    configFile: 'vite.dev.config.ts',
    logLevel: 'warn',
    // With a server of its own, Vite would end this process at SIGTERM, before the backend has closed its database.
    server: { middlewareMode: true, ws: { server, host, clientPort: port } },
  });
  server.on('request', vite.middlewares);
  const env = {
    ...process.env,
    DEV_SERVER_URL: `http://${host}:${port}`,
    // Compiled modules are kept for the next start.
    NODE_COMPILE_CACHE: '.cache/node',
  };
  const code = await run(process.execPath, ['--watch', '--watch-preserve-output', 'backend/main.ts'], { env });
  await vite.close();
  server.closeAllConnections();
  server.close();
  return code;
});
