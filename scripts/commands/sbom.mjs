/**
 * `npm run sbom`: prints a software bill of materials of what the server runs and what a browser receives, in the CycloneDX
 * format. npm alone counts the packages that the scripts of the pages contain as development packages, because the build
 * has put them into files.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { ensureInstalled } from '../setup/install.mjs';
import { main, UserError } from '../setup/processes.mjs';

/** Files that a browser does not receive. */
const notShipped = /\.test\.tsx?$|\/testing\/|vite-plugin|\/prerender\//;

/** Returns the packages that the sources of the elements and the pages import. */
export const packagesInBrowser = () => {
  const files = globSync('{src,elements,host-site}/**/*.{ts,tsx}').filter((file) => !notShipped.test(file));
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import) ?\(?'((?:@[\w-]+\/)?[\w-]+)[/']/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(imported)];
};

/** @typedef {{ 'bom-ref': string, name: string, group?: string }} Component */
/**
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: { ref: string, dependsOn?: string[] }[] }} Bom
 */

/**
 * Returns the part of a bill of materials that these packages need.
 * @param {Bom} bom
 * @param {ReadonlySet<string>} wanted names of direct dependencies
 */
export const onlyShipped = (bom, wanted) => {
  const product = bom.metadata.component['bom-ref'];
  const needs = new Map(bom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const nameOf = new Map(bom.components.map((component) => [component['bom-ref'], component.name]));
  const isWanted = (/** @type {string} */ ref) => wanted.has(nameOf.get(ref) ?? '');
  const direct = (needs.get(product) ?? []).filter(isWanted);
  // Tools that a package names as an optional peer, such as TypeScript.
  const tools = new Set((needs.get(product) ?? []).filter((ref) => !isWanted(ref)));
  const shipped = new Set(direct);
  // A set that grows while it is read is read to its new end.
  for (const ref of shipped) for (const next of needs.get(ref) ?? []) if (!tools.has(next)) shipped.add(next);
  const dependencies = bom.dependencies.filter(({ ref }) => shipped.has(ref));
  return {
    ...bom,
    components: bom.components.filter((component) => shipped.has(component['bom-ref'])),
    dependencies: [{ ref: product, dependsOn: direct }, ...dependencies],
  };
};

if (process.argv[1]?.endsWith('sbom.mjs'))
  await main(async () => {
    await ensureInstalled();
    const options = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: 1e8, shell: process.platform === 'win32' });
    const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], options);
    if (status !== 0) throw new UserError(`npm sbom failed with exit code ${status}: ${stderr}`);
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const wanted = new Set([...Object.keys(dependencies), ...packagesInBrowser()]);
    console.log(JSON.stringify(onlyShipped(JSON.parse(stdout), wanted), null, 2));
  });
