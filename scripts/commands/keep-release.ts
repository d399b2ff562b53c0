/** `npm run keep-release`: copies each file whose address has a version or a hash to RELEASES_DIR, as its address. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, UserError } from '../setup/processes.mjs';

await main(async () => {
  const releases = process.env['RELEASES_DIR'];
  if (!releases) throw new UserError('RELEASES_DIR is missing: set the folder that all processes share.');
  const built = process.env['BUILD_FOLDER'] || 'dist';
  // The build writes the stamp last.
  if (!existsSync(join(built, 'build.json'))) throw new UserError(`${built} contains no build. Run: npm run build`);
  const { version } = JSON.parse(readFileSync(join(built, 'elements/release.json'), 'utf8'));
  const keep = (from: string, to: string) => cpSync(join(built, from), join(releases, to), { recursive: true });
  keep('elements', `elements/${version}`);
  keep('elements/chunks', 'elements/chunks');
  keep('site/assets', 'assets');
  console.log(`${releases} contains the files of ${version}.`);
});
