/**
 * `npm start`: installs and builds what is missing or out of date, and then becomes the server process of
 * decisions.md#7-embedded-server. It is plain JavaScript without packages, because it runs before anything is
 * installed, on Node 20 or later.
 */
import { existsSync, readFileSync } from 'node:fs';
import { buildSettings } from './build-settings.mjs';
import { fingerprint } from './fingerprint.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

/** @param {import('./build-settings.mjs').BuildSettings} settings */
const isBuilt = (settings) => {
  if (!existsSync('dist/build.json')) return false;
  return JSON.parse(readFileSync('dist/build.json', 'utf8')).inputs === fingerprint(settings);
};

await main(async () => {
  const settings = buildSettings(process.env);
  await ensureInstalled();
  const env = { ...process.env, ...settings.variables };
  if (!isBuilt(settings)) {
    const wrong = await run(pinnedNode, ['backend/check-config.ts'], { env });
    if (wrong !== 0) return wrong;
    console.log('Building the elements and the pages …');
    const code = await run(pinnedNode, ['scripts/build.mjs']);
    if (code !== 0) return code;
  }
  return run(pinnedNode, ['backend/main.ts'], { env });
});
