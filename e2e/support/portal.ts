import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoUrl, ports, testBuild } from './settings.ts';

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
export const untilReady = async (server: ChildProcess, output: () => string): Promise<void> => {
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
  await untilReady(server, () => printed);
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
