import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { demoUrl, ports, testBuild } from './settings.ts';
import { startServer } from '../../backend/testing/server-process.ts';
import { PGlite } from '@electric-sql/pglite';

export type PortalOptions = {
  settings?: Record<string, string> | undefined;
  /** The data to start with. Without it, the portal starts empty. */
  data?: string | undefined;
};

/** Starts the server of decisions.md#7-embedded-server, as `npm start` runs it, with a temporary data folder. */
export const startPortal = async ({ settings, data }: PortalOptions = {}) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'maths-portal-e2e-'));
  if (data !== undefined) cpSync(data, dataFolder, { recursive: true });
  const given = { ...ports, BUILD_FOLDER: testBuild, VITE_DEMO_ORIGIN: demoUrl, DATA_DIR: dataFolder };
  const server = await startServer({ ...given, ...settings });
  await server.ready;
  return {
    ...server,
    dataFolder,
    /** Ends the process and removes its data. */
    stop: async (): Promise<void> => {
      await server.halt();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};
export type Portal = Awaited<ReturnType<typeof startPortal>>;

/** Opens the database of a stopped portal. */
export const inDatabase = async <Result>(
  dataFolder: string,
  work: (database: PGlite) => Promise<Result>,
): Promise<Result> => {
  const database = await PGlite.create(join(dataFolder, 'database'));
  return work(database).finally(() => database.close());
};

/** The times of sessions and of what classes played. */
const aging = {
  sessions: ['expires_at', 'activated_at', 'chain_started_at'],
  classrooms: ['created_at', 'changed_at'],
  progress: ['played_at', 'changed_at'],
  first_plays: ['played_at'],
};

/**
 * Stops the portal, makes sessions and classes older by `time`, such as `23 hours`, and starts another one on its data.
 */
export const letTimePass = async ({ dataFolder, halt }: Portal, time: string): Promise<Portal> => {
  await halt();
  await inDatabase(dataFolder, async (database) => {
    for (const [table, columns] of Object.entries(aging)) {
      const set = columns.map((column) => `${column} = ${column} - $1::interval`).join();
      await database.query(`update ${table} set ${set}`, [time]);
    }
    await database.query(
      `update progress set levels = (
         select jsonb_object_agg(level, coalesce(to_jsonb(((substring(day::text, '\\d+-\\d+-\\d+'))::date - $1::interval)::date), day))
         from jsonb_each(levels) as known (level, day))`,
      [time],
    );
  });
  return startPortal({ settings: { DATA_DIR: dataFolder } });
};

const product = ['backend', 'demo', 'elements', 'emulators', 'host-site', 'locales', 'scripts', 'src'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Copies the sources of the product, and these others, into a temporary folder, which a test changes and removes. */
export const copySources = (others: readonly string[]): string => {
  const copy = mkdtempSync(join(tmpdir(), 'maths-portal-copy-'));
  for (const path of [...product, ...files, ...others]) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
};
