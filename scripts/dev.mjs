/**
 * `npm run dev`: builds, serves, and does both again whenever a source changes; open pages reload themselves.
 * It builds what `npm start` builds, less the compression: what works here works there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run, whenOrphaned } from './processes.mjs';

const rooms = ['src', 'elements', 'host-site', 'demo', 'locales', 'backend'];
/** An editor saves in several steps; a build waits until they are over. */
const quiet = 100;

await main(async () => {
  const settings = buildSettings({ ...process.env, APP_MODE: 'development' });
  await ensureInstalled();
  const env = { ...process.env, ...settings.variables, APP_MODE: 'development', BUILD_FOLDER: 'dist' };

  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  const stop = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  /** @param {boolean} pages whether more than the backend changed */
  const restart = async (pages) => {
    if (pages && (await run(pinnedNode, ['scripts/build.mjs', '--reload'], { env })) !== 0) return;
    // The database's folder has one owner: the old process lets go before the new one starts.
    await stop();
    server = spawn(pinnedNode, ['backend/main.ts'], { stdio: 'inherit', env });
  };

  const changed = new Set();
  let working = true;
  const work = async () => {
    working = true;
    while (changed.size > 0) {
      const pages = [...changed].some((room) => room !== 'backend');
      changed.clear();
      await restart(pages);
    }
    working = false;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const room of rooms.filter(existsSync)) {
    watch(room, { recursive: true }, (_event, file) => {
      if (file === null || /\.(test|e2e)\.tsx?$/.test(file)) return;
      changed.add(room);
      clearTimeout(timer);
      timer = setTimeout(() => working || void work(), quiet);
    });
  }
  changed.add('src');
  await work();

  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
    whenOrphaned(() => resolve(undefined));
  });
  await stop();
  process.exit(0);
});
