import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoUrl, ports, testBuild } from './settings.ts';
import { PGlite } from '@electric-sql/pglite';

/** The server process of decisions.md#7-embedded-server, as `npm start` runs it, with a temporary data folder. */
export type Portal = {
  dataFolder: string;
  /** Everything that it has printed. */
  output(): string;
  isRunning(): boolean;
  /** Ends the process and keeps its data. */
  halt(): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
};

/** Waits for the startup banner, because another process on the same port could answer `/readyz`. */
export const untilStarted = async (server: ChildProcess, output: () => string): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!output().includes('Portal ')) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL');
      throw new Error(`The portal did not start:\n${output()}`);
    }
    await wait(100);
  }
};

export type PortalOptions = {
  settings?: Record<string, string> | undefined;
  /** The data to start with. Without it, the portal starts empty. */
  data?: string | undefined;
};

export const startPortal = async ({ settings = {}, data }: PortalOptions = {}): Promise<Portal> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'maths-portal-e2e-'));
  if (data !== undefined) cpSync(data, dataFolder, { recursive: true });
  const server = spawn(process.execPath, ['backend/main.ts'], {
    env: {
      ...process.env,
      ...ports,
      APP_MODE: 'development',
      BUILD_FOLDER: testBuild,
      VITE_DEMO_ORIGIN: demoUrl,
      DATA_DIR: dataFolder,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  server.stdout.on('data', keep);
  server.stderr.on('data', keep);
  await untilStarted(server, () => printed);
  const halt = async (): Promise<void> => {
    if (server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  };
  return {
    dataFolder,
    output: () => printed,
    isRunning: () => server.exitCode === null,
    halt,
    stop: async () => {
      await halt();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

export type Row = { table: string; text: string };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns every row of every table of a stopped portal, as text. */
export const everyRow = async (dataFolder: string): Promise<Row[]> => {
  const database = await PGlite.create(join(dataFolder, 'database'));
  try {
    const { rows: tables } = await database.query<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const rows: Row[] = [];
    for (const { schema, name } of tables) {
      const from = `${quoted(schema)}.${quoted(name)}`;
      const { rows: found } = await database.query<{ text: string }>(`select t::text as text from ${from} t`);
      rows.push(...found.map(({ text }) => ({ table: `${schema}.${name}`, text })));
    }
    return rows;
  } finally {
    await database.close();
  }
};

/** Makes the sessions of a stopped portal older by `time`, such as `23 hours`. */
export const letTimePass = async (dataFolder: string, time: string): Promise<void> => {
  const database = await PGlite.create(join(dataFolder, 'database'));
  try {
    await database.query(
      `update sessions set expires_at = expires_at - $1::interval, activated_at = activated_at - $1::interval,
       chain_started_at = chain_started_at - $1::interval`,
      [time],
    );
  } finally {
    await database.close();
  }
};

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
