/**
 * `npm run embed-code`: prints the HTML that a partner pastes (`elements/build/embed-code-command.ts`). It uses the messages
 * of the build, which contain the product's name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { main, run } from '../setup/processes.mjs';

await main(async () => {
  await ensureInstalled();
  const stamp = join(process.env['BUILD_FOLDER'] || 'dist', 'build.json');
  const { variables = {} } = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {};
  const env = { ...process.env, ...variables };
  return run(pinnedNode, ['elements/build/embed-code-command.ts', ...process.argv.slice(2)], { env });
});
