import { downloadZip } from 'client-zip';
import type { FetchedLevel } from './fetch-levels.ts';

/** Names that Windows keeps for devices, whatever follows the dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name for one file in one folder on any system, whatever it was: no separator, no dot in front, no device. */
const baseName = (name: string): string => {
  const plain = name
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 128);
  return plain === '' || device.test(plain) ? `_${plain}` : plain;
};

/** The entries' names: two never fall into one file, also where large and small letters are the same. */
export const entryNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = baseName(name);
    let free = base;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${base}-${count}`;
    taken.add(free.toLowerCase());
    return `${free}.json`;
  });
};

/** One `.zip` with a file a level. */
export const archiveOf = async (files: readonly FetchedLevel[]): Promise<Blob> => {
  const names = entryNames(files.map(({ name }) => name));
  const entries = files.map(({ content }, place) => ({ name: names[place] ?? '', input: content }));
  return downloadZip(entries).blob();
};
