import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePorts } from '../../scripts/test-tools/ports.mjs';
import { copySources } from './copy-sources.ts';
import { untilReady } from './portal.ts';

/** `npm run dev` in a copy of the sources, so that a test can change them. */
export type DevPortal = {
  portalUrl: string;
  demoUrl: string;
  /** Everything that it has printed. */
  output(): string;
  /** What it has printed as warnings and errors. */
  warnings(): string;
  /** Replaces a text in a file of the copy, as a slow disk does. @throws when the file does not contain it */
  change(file: string, from: string, to: string): Promise<void>;
  /** Undoes all changes. */
  restore(): void;
  stop(): Promise<void>;
};

/** How long a file is empty while it is saved, in milliseconds. A watcher that reads it then must read it again. */
const slowDisk = 30;

export const startDevPortal = async (): Promise<DevPortal> => {
  const copy = copySources(['vite.dev.config.ts']);
  const [port = 0, demoPort = 0, stripePort = 0] = await freePorts([0, 0, 0]);
  const server: ChildProcess = spawn(process.execPath, ['scripts/commands/dev.mjs'], {
    cwd: copy,
    env: {
      ...process.env,
      // As npm does: a process that lost its parent then ends.
      npm_lifecycle_event: 'dev',
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      STRIPE_SIMULATOR_PORT: String(stripePort),
      DATA_DIR: join(copy, '.data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let warned = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  server.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    warned += chunk.toString();
  });
  const originals = new Map<string, string>();
  await untilReady(server, () => printed);
  return {
    portalUrl: `http://localhost:${port}`,
    demoUrl: `http://127.0.0.1:${demoPort}`,
    output: () => printed,
    warnings: () => warned,
    change: async (file, from, to) => {
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
      if (!originals.has(path)) originals.set(path, text);
      writeFileSync(path, '');
      await setTimeout(slowDisk);
      writeFileSync(path, text.replace(from, to));
    },
    restore: () => {
      for (const [path, text] of originals) writeFileSync(path, text);
      originals.clear();
    },
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(copy, { recursive: true, force: true });
    },
  };
};
