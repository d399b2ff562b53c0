/** `npm run metadata`: writes the generated pages of the partners' guide from the source. */
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, ['scripts/package/write-reference.ts']);
});
