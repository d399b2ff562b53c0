import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Guarded, object, parseJson, record, text } from '../../src/lib/shapes.ts';

const isRelease = object({ version: text, integrity: record(text) });

/** The data of a release: its permanent folder and each file's hash. */
export type ReleaseManifest = Guarded<typeof isRelease>;

/**
 * Reads the release.
 * @param elements the folder of the built elements. @throws when `release.json` does not match the format.
 */
export const readRelease = (elements: string): ReleaseManifest => {
  const path = join(elements, 'release.json');
  const release = parseJson(readFileSync(path, 'utf8'), isRelease);
  if (release === undefined) throw new Error(`${path} is not what npm run build writes.`);
  return release;
};
