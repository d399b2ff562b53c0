import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeTownClasses } from './classes.ts';
import { addMembers, type Town, townList, townMembers } from './members.ts';

/**
 * Adds to the emulators what an earlier system would have left at the vendors, once, and writes the lists that move it
 * in (docs/operators/moving-in.md).
 */
export const buildTown = async (town: Town, folder: string): Promise<void> => {
  const members = townMembers();
  await addMembers(town, members);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'members.csv'), townList(members));
  writeTownClasses(join(folder, 'classes'));
};
