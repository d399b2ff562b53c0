/**
 * `npm run sizes:table`: writes a table of what a sign-in loads, by package and by layer, into
 * docs/contributors/performance.md.
 */
import { rmSync } from 'node:fs';
import { ensureBrowser } from '../scripts/test-tools/browser.mjs';
import { buildSettings } from '../scripts/build/build-settings.mjs';
import { ensureInstalled, pinnedNode } from '../scripts/setup/install.mjs';
import { freePorts } from '../scripts/test-tools/ports.mjs';
import { main, UserError, run } from '../scripts/setup/processes.mjs';
import { testEnvironment } from '../scripts/test-tools/test-environment.mjs';

const folder = 'dist-sizes';

await main(async () => {
  await ensureInstalled();
  ensureBrowser();
  const [port] = (await freePorts([0])).map(String);
  const own = { ...(await testEnvironment(process.env)), BUILD_FOLDER: folder, DEMO_PORT: port };
  const env = { ...own, ...buildSettings(own).variables, NODE_ENV: 'production' };
  try {
    for (const script of ['scripts/commands/build.mjs', 'bench/sizes/table.ts']) {
      if ((await run(pinnedNode, [script], { env })) !== 0)
        throw new UserError('There is no table; the error is above.');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
