import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { demoUrl, ports, testBuild } from './settings.ts';
import { type ServerProcess, startServer } from '../../backend/testing/server-process.ts';
import { PGlite } from '@electric-sql/pglite';

/** The server process of decisions.md#7-embedded-server, as `npm start` runs it, with a temporary data folder. */
export type Portal = ServerProcess & {
  dataFolder: string;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
};

export type PortalOptions = {
  settings?: Record<string, string> | undefined;
  /** The data to start with. Without it, the portal starts empty. */
  data?: string | undefined;
};

export const startPortal = async ({ settings = {}, data }: PortalOptions = {}): Promise<Portal> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'maths-portal-e2e-'));
  if (data !== undefined) cpSync(data, dataFolder, { recursive: true });
  const server = await startServer({
    ...ports,
    BUILD_FOLDER: testBuild,
    VITE_DEMO_ORIGIN: demoUrl,
    DATA_DIR: dataFolder,
    ...settings,
  });
  await server.ready;
  const stop = async (): Promise<void> => {
    await server.halt();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { ...server, dataFolder, stop };
};

/** Opens the database of a stopped portal. */
export const inDatabase = async <Result>(
  dataFolder: string,
  work: (database: PGlite) => Promise<Result>,
): Promise<Result> => {
  const database = await PGlite.create(join(dataFolder, 'database'));
  return work(database).finally(() => database.close());
};

/** Makes the sessions of a stopped portal older by `time`, such as `23 hours`. */
export const letTimePass = (dataFolder: string, time: string): Promise<unknown> =>
  inDatabase(dataFolder, (database) =>
    database.query(
      `update sessions set expires_at = expires_at - $1::interval, activated_at = activated_at - $1::interval,
       chain_started_at = chain_started_at - $1::interval`,
      [time],
    ),
  );

const folders = ['backend', 'demo', 'elements', 'emulators', 'host-site', 'locales', 'scripts', 'src'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Copies the sources of the product into a temporary folder, so that a test can change them. Returns the folder; the
 * caller removes it.
 * @param others further files and folders
 */
export const copySources = (others: readonly string[]): string => {
  const copy = mkdtempSync(join(tmpdir(), 'maths-portal-copy-'));
  for (const path of [...folders, ...files, ...others]) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
};
