import { downloadZip } from 'client-zip';
import { archiveBytes, archiveFiles, levelNamesPerCall } from '../../contracts/calls/levels.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { FoundLevel, LevelsClient } from '../../services/levels.ts';

/** `key`: the admin key; null until the server requires it. */
export type Search = { levels: LevelsClient; names: readonly string[]; key: string | null; signal: AbortSignal };

/**
 * Finds names with several calls in sequence. `report` gets the number of names that were sent. Stops at the first
 * failure.
 */
export const findInBatches = async (
  { levels, names, key, signal }: Search,
  report: (asked: number) => void = () => undefined,
): Promise<Result<FoundLevel[]>> => {
  const found: FoundLevel[] = [];
  for (let from = 0; from < names.length; from += levelNamesPerCall) {
    const batch = names.slice(from, from + levelNamesPerCall);
    const result = await levels.find(batch, key, signal);
    if (!result.ok) return result;
    found.push(...result.value);
    report(from + batch.length);
  }
  return succeed(found);
};

type FetchedLevel = { name: string; content: Blob };
type Fetched = { files: FetchedLevel[]; failed: string[] };

/** The number of parallel requests: a browser's connections to one host, less two for previews. */
const lanes = 4;

/**
 * Downloads levels in the order of `names`, each from a new address, because those of the list are valid for an hour.
 * Returns the names that failed too. Fails with PAYLOAD_TOO_LARGE when an archive cannot contain them.
 */
export const fetchLevels = async (search: Search, onFetched: () => void): Promise<Result<Fetched>> => {
  const { levels, names, signal } = search;
  if (names.length > archiveFiles) return fail('PAYLOAD_TOO_LARGE');
  const found = await findInBatches(search);
  if (!found.ok) return found;
  const addresses = new Map(found.value.map(({ name, url }) => [name, url]));

  const contents = new Map<string, Blob>();
  let bytes = 0;
  const fetchOne = async (name: string): Promise<void> => {
    const url = addresses.get(name) ?? null;
    const result = url === null ? fail('NOT_FOUND') : await levels.read(url, signal);
    if (result.ok) {
      contents.set(name, result.value);
      bytes += result.value.size;
    }
    onFetched();
  };
  const waiting = names.values();
  const lane = async (): Promise<void> => {
    for (const name of waiting) {
      if (signal.aborted || bytes > archiveBytes) return;
      await fetchOne(name);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));

  if (bytes > archiveBytes) return fail('PAYLOAD_TOO_LARGE');
  const files = names.flatMap((name) => {
    const content = contents.get(name);
    return content === undefined ? [] : [{ name, content }];
  });
  return succeed({ files, failed: names.filter((name) => !contents.has(name)) });
};

export const archiveOf = (files: readonly FetchedLevel[]): Promise<Blob> =>
  downloadZip(files.map(({ name, content }) => ({ name: `${name}.json`, input: content }))).blob();
