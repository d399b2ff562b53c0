import { downloadZip } from 'client-zip';
import type { FetchedLevel } from './fetch-levels.ts';

/** Names that Windows reserves for devices, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Returns a valid file name for any system: no separator, no leading dot, no device name. */
const baseName = (name: string): string => {
  const plain = name
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 128);
  return plain === '' || device.test(plain) ? `_${plain}` : plain;
};

/** Returns the entries' names. They stay different on systems that ignore letter case. */
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

/** Returns a `.zip` with a file for each level. */
export const archiveOf = async (files: readonly FetchedLevel[]): Promise<Blob> => {
  const names = entryNames(files.map(({ name }) => name));
  const entries = files.map(({ content }, place) => ({ name: names[place] ?? '', input: content }));
  return downloadZip(entries).blob();
};
