/** `npm run dev`: Vite with the sources of the pages, and the backend, which starts again after a change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createViteServer } from 'vite';
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
  const vite = await createViteServer({
    configFile: 'vite.dev.config.ts',
    logLevel: 'warn',
    // With its own server, Vite would end this process at SIGTERM, before the backend has closed its database.
    server: { middlewareMode: true, ws: { server, host, clientPort: port } },
  });
  server.on('request', vite.middlewares);
  const backend = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'backend/main.ts'], {
    env: { ...process.env, DEV_SERVER_URL: `http://${host}:${port}` },
    stdio: 'inherit',
  });
  const stopped = once(backend, 'exit');
  await Promise.race([ended.promise, stopped]);
  backend.kill();
  await stopped;
  // Vite may wait for its open pages.
  process.exit();
});
