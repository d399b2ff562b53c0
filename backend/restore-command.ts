import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from './config.ts';
import { DataFolderError, lockFolder } from './db/folder-lock.ts';
import { restoreSnapshot } from './db/restore.ts';
import { createSnapshots, type Snapshot } from './db/snapshots.ts';

const usage = `Usage: npm run restore -- --list               lists the snapshots of DATA_DIR, newest first
       npm run restore -- --from <snapshot>    replaces the embedded database by a snapshot of that list
`;

/** The command cannot do what the person asked for; the message says why. */
class CommandError extends Error {}

/** @throws CommandError when the data is in PostgreSQL. */
const dataFolder = (): string => {
  const { database } = loadConfig(process.env);
  if (database.kind === 'embedded') return database.folder;
  throw new CommandError('DATABASE_URL is set, so the data is in PostgreSQL. Restore a backup with its own tools.');
};

const restore = async (folder: string, snapshots: readonly Snapshot[], name: string): Promise<string> => {
  const snapshot = snapshots.find((one) => one.name === name);
  if (snapshot === undefined) {
    throw new CommandError(`${folder} has no snapshot ${name}. Run: npm run restore -- --list`);
  }
  const lock = lockFolder(folder);
  try {
    await restoreSnapshot(folder, snapshot, new Date());
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new CommandError(`The snapshot ${name} is damaged. The database was not changed. Choose an older one.`);
  } finally {
    lock.release();
  }
  return `The database in ${folder} is now the snapshot ${name}. Everybody has to sign in again. The earlier database is kept there as database.damaged-<time>.\n`;
};

const run = async (): Promise<string> => {
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, from: { type: 'string' } } });
  if (values.list === undefined && values.from === undefined) return usage;
  const folder = dataFolder();
  const snapshots = await createSnapshots(`${folder}/snapshots`).list();
  if (values.from !== undefined) return restore(folder, snapshots, values.from);
  if (snapshots.length === 0) return `${folder} has no snapshot.\n`;
  return snapshots.map(({ name, takenAt }) => `${name}  taken at ${takenAt.toISOString()}\n`).join('');
};

try {
  process.stdout.write(await run());
} catch (error) {
  const isExpected = [CommandError, DataFolderError, ConfigError, TypeError].some((kind) => error instanceof kind);
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
