/**
 * Checks the layers with the table of `.dependency-cruiser.cjs`. Fails when it read too few sources, because a check
 * that reads nothing would pass.
 */
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';

const folders = ['src', 'elements', 'host-site', 'demo', 'locales', 'backend', 'emulators', 'e2e', 'scripts'].filter(
  (folder) => existsSync(folder),
);
const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

const { output: report } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true });
/** @type {import('dependency-cruiser').ICruiseResult} */
const output = typeof report === 'string' ? JSON.parse(report) : report;
const read = new Set(output.modules.map(({ source }) => source));
const present = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`));
const unread = present.filter((file) => !file.endsWith('.d.ts') && !read.has(file));
const edges = output.modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);

for (const { rule, from, to, cycle } of output.summary.violations) {
  console.error(`${rule.name}: ${from} -> ${cycle ? cycle.map(({ name }) => name).join(' -> ') : to}`);
}
for (const file of unread) console.error(`not read: ${file}`);
// Every source imports more than one other source on average. A lower number means that the parser did not see the
// imports.
const blind = edges < present.length / 2;
if (blind) console.error(`only ${edges} imports found in ${present.length} modules: the parser reads nothing`);
console.log(`${present.length} modules, ${edges} imports, ${output.summary.violations.length} violations`);
process.exitCode = output.summary.violations.length + unread.length > 0 || blind ? 1 : 0;
