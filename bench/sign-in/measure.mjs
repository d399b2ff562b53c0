/** Measures how soon people can sign in: every contender in turn, in each round, in one browser with an empty cache. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from '../../e2e/support/build.ts';
import { startPortal } from '../../e2e/support/portal.ts';
import { ports } from '../../e2e/support/settings.ts';
import { freePorts } from '../../scripts/test-tools/ports.mjs';
import { keepSection, spreadOf } from '../figures.ts';
import { contenders } from './contenders.mjs';
import { openBrowser } from './devtools.mjs';
import { filesOf } from './files.mjs';
import { serve } from './server.mjs';
import { machine, notesOf, tableOf } from './table.mjs';
import { visit } from './visit.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    only: { type: 'string' },
    pause: { type: 'string', default: '0' },
  },
});
const rounds = Number(values.rounds);
const pause = Number(values.pause);
const [port = 0] = await freePorts([4620]);
const results = '.cache/bench';

/** The port of the clouds of all contenders and of the portal. */
const home = `http://localhost:${port}`;
// The build and the portal contain both names of the server.
const settings = { PUBLIC_URL: home, VITE_DEMO_ORIGIN: `http://127.0.0.1:${port}` };
Object.assign(process.env, settings);
const everybody = contenders(home);
const wanted = values.only?.toLowerCase().split(',');
// All contenders are compared with the bare form.
const chosen = everybody.filter(
  ({ name }, at) => at === 0 || wanted === undefined || wanted.some((part) => name.toLowerCase().includes(part)),
);

await build();
const files = await filesOf(chosen, `${home}/cloud`);
const portal = await startPortal({ settings });
const server = await serve({ port, portalPort: Number(ports.PORT), files });
const browser = await openBrowser();
try {
  /** @type {Map<string, import('./visit.mjs').Reading[]>} */
  const visits = new Map(chosen.map(({ name }) => [name, []]));
  /** @type {Map<string, string[]>} */
  const failures = new Map();
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`);
    for (const contender of chosen) {
      // After a second failure, a contender is left out of the remaining rounds.
      if ((failures.get(contender.name)?.length ?? 0) > 1) continue;
      try {
        const seen = await visit({ browser, server, contender, pause });
        if (round > 0) visits.get(contender.name)?.push(seen);
      } catch (error) {
        failures.set(contender.name, [...(failures.get(contender.name) ?? []), String(error)]);
      }
    }
  }
  // All ratios depend on the bare form. Without it there is nothing to show.
  const bare = chosen[0]?.name ?? '';
  if (visits.get(bare)?.length === 0) {
    throw new Error(`The benchmark failed, because "${bare}" did: ${failures.get(bare)?.join(' ')}`);
  }
  const rows = chosen.flatMap((contender) => {
    const all = visits.get(contender.name) ?? [];
    if (all.length === 0) {
      console.error(`${contender.name} failed: ${failures.get(contender.name)?.join(' ')}`);
      return [];
    }
    return {
      contender,
      spread: spreadOf(all.map(({ figures }) => figures)),
      again: all.filter(({ submits }) => submits > 1).length,
      lost: all.filter(({ lost }) => lost > 0).length,
      failures: failures.get(contender.name) ?? [],
    };
  });
  const { product } = await browser.send('Browser.getVersion');
  const text = [machine({ rounds, pause, browser: product }), tableOf(rows), notesOf(rows)].join('\n\n');
  console.log(`\n${text}`);
  mkdirSync(results, { recursive: true });
  writeFileSync(
    `${results}/sign-in.json`,
    `${JSON.stringify({ rounds, pause, visits: Object.fromEntries(visits) }, null, 2)}\n`,
  );
  const isWhole = [...failures.values()].every(({ length }) => length < 2);
  if (!isWhole) process.exitCode = 1;
  else if (wanted === undefined && pause === 0 && rounds >= 9) {
    keepSection({ mark: 'bench', heading: 'Signing in, beside others', text });
  }
} finally {
  await browser.close();
  await server.close();
  await portal.stop();
}
