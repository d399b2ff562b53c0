import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from './load-config.ts';
import { listSnapshots, restoreSnapshot } from './db/data-folder.ts';
import { DataFolderError } from './db/folder-lock.ts';

const usage = 'Usage: npm run restore -- --list | --from <snapshot>';

const list = async (folder: string): Promise<string> => {
  const snapshots = await listSnapshots(folder);
  if (snapshots.length === 0) return `There are no snapshots in ${folder}.`;
  return snapshots.map(({ name, takenAt }) => `${name}  taken at ${takenAt.toISOString()}`).join('\n');
};

const restore = async (folder: string, name: string): Promise<string> => {
  const { takenAt } = await restoreSnapshot(folder, name, new Date());
  return `The database in ${folder} is the snapshot of ${takenAt.toISOString()} now; the old one is beside it. Everybody has to sign in again.`;
};

/** `npm run restore`: lists the snapshots of the embedded database, or puts one of them in its place. */
const run = async (): Promise<string> => {
  const { database } = loadConfig(process.env);
  if (database.kind === 'postgres') {
    throw new DataFolderError('DATABASE_URL names a PostgreSQL. Restore your own backup; the runbook says how.');
  }
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, from: { type: 'string' } }, strict: false });
  if (values['list'] === true) return list(database.folder);
  if (typeof values['from'] === 'string') return restore(database.folder, values['from']);
  throw new DataFolderError(usage);
};

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  if (!(error instanceof DataFolderError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
