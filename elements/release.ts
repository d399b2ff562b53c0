import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Guarded, object, parseJson, record, text } from '../src/lib/shapes.ts';

const isRelease = object({ version: text, integrity: record(text) });

/** What the build says of the elements: where they stand for ever, and each file's hash. */
export type Release = Guarded<typeof isRelease>;

/** @param elements their folder. @throws when its `release.json` is not what the build writes. */
export const readRelease = (elements: string): Release => {
  const path = join(elements, 'release.json');
  const release = parseJson(readFileSync(path, 'utf8'), isRelease);
  if (release === undefined) throw new Error(`${path} is not what npm run build writes.`);
  return release;
};
