/** Writes a table of what a sign-in loads, by package and by layer, into docs/contributors/performance.md. */
import { rmSync } from 'node:fs';
import { ensureBrowser } from '../../scripts/test-tools/browser.mjs';
import { buildSettings } from '../../scripts/build/build-settings.mjs';
import { pinnedNode } from '../../scripts/setup/install.mjs';
import { main, UserError, run } from '../../scripts/setup/processes.mjs';

await main(async () => {
  ensureBrowser();
  const env = { ...process.env, ...buildSettings(process.env).variables, NODE_ENV: 'production' };
  try {
    for (const script of ['scripts/commands/build.mjs', 'bench/sizes/table.ts']) {
      if ((await run(pinnedNode, [script], { env })) !== 0)
        throw new UserError('There is no table; the error is above.');
    }
  } finally {
    // The table builds again, with source maps.
    rmSync(process.env['BUILD_FOLDER'] ?? '', { recursive: true, force: true });
  }
});
