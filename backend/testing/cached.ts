import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';

/** Returns a path in `.cache` that stays for later runs with the same packages and migrations. `fill` writes it. */
export const cached = async (name: string, fill: (path: string) => Promise<void>): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...globSync('backend/db/migrations/*.sql').sort()]) {
    hash.update(file).update(readFileSync(file));
  }
  const path = `.cache/${name}-${hash.digest('hex').slice(0, 16)}`;
  if (existsSync(path)) return path;
  mkdirSync('.cache', { recursive: true });
  for (const old of globSync(`.cache/${name}-*`)) rmSync(old, { recursive: true });
  // Another run that starts now must not read a half of it.
  await fill(`${path}.${process.pid}`);
  renameSync(`${path}.${process.pid}`, path);
  return path;
};
