/** Runs the table of `.dependency-cruiser.cjs` and asserts that it read the sources: a check that reads nothing passes. */
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';

const rooms = ['src', 'elements', 'host-site', 'demo', 'locales', 'backend', 'e2e', 'scripts'].filter((room) =>
  existsSync(room),
);
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

const { output: report } = await cruise(rooms, { ...options, ruleSet: { forbidden }, validate: true });
/** @type {import('dependency-cruiser').ICruiseResult} */
const output = typeof report === 'string' ? JSON.parse(report) : report;
const read = new Set(output.modules.map(({ source }) => source));
const present = globSync(rooms.map((room) => `${room}/**/*.{ts,tsx}`));
const unread = present.filter((file) => !file.endsWith('.d.ts') && !read.has(file));
const edges = output.modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);

for (const { rule, from, to, cycle } of output.summary.violations) {
  console.error(`${rule.name}: ${from} -> ${cycle ? cycle.map(({ name }) => name).join(' -> ') : to}`);
}
for (const file of unread) console.error(`not read: ${file}`);
// Sources that import each other average one import and more; fewer means that the parser saw nothing.
const blind = edges < present.length / 2;
if (blind) console.error(`only ${edges} imports found in ${present.length} modules: the parser reads nothing`);
console.log(`${present.length} modules, ${edges} imports, ${output.summary.violations.length} violations`);
process.exitCode = output.summary.violations.length + unread.length > 0 || blind ? 1 : 0;
