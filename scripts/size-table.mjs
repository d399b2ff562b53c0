/**
 * `npm run sizes:table`: writes a table of what a sign-in loads, by package and by layer, into
 * docs/contributors/performance.md.
 */
import { rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { freePorts } from './ports.mjs';
import { main, UserError, run } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

const folder = 'dist-sizes';

await main(async () => {
  await ensureInstalled();
  ensureBrowser();
  const [port] = (await freePorts([0])).map(String);
  const own = { ...(await testEnvironment(process.env)), BUILD_FOLDER: folder, DEMO_PORT: port };
  const env = { ...own, ...buildSettings(own).variables, NODE_ENV: 'production' };
  try {
    for (const script of ['scripts/build.mjs', 'scripts/sizes/table.ts']) {
      if ((await run(pinnedNode, [script], { env })) !== 0)
        throw new UserError('There is no table; the error is above.');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
