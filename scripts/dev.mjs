/**
 * `npm run dev`: builds and serves, and does both again when a source changes. Open pages reload themselves. It builds
 * the same files as `npm start` except for the compressed copies.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run, whenOrphaned } from './processes.mjs';

const folders = ['src', 'elements', 'host-site', 'demo', 'locales', 'backend', 'emulators'];
/** The time to wait for further changes, because an editor saves in several steps. */
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
  /** @param {boolean} pages whether a file outside the backend changed */
  const restart = async (pages) => {
    if (pages && (await run(pinnedNode, ['scripts/build.mjs', '--reload'], { env })) !== 0) return;
    // Only one process can open the database folder, so the old one must end first.
    await stop();
    server = spawn(pinnedNode, ['backend/main.ts'], { stdio: 'inherit', env });
  };

  const changed = new Set();
  let working = true;
  const work = async () => {
    working = true;
    while (changed.size > 0) {
      const pages = [...changed].some((folder) => folder !== 'backend' && folder !== 'emulators');
      changed.clear();
      await restart(pages);
    }
    working = false;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const folder of folders.filter(existsSync)) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || /\.(test|e2e)\.tsx?$/.test(file)) return;
      changed.add(folder);
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
