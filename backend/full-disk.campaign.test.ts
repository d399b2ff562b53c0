import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildFolder } from './testing/build-folder.ts';
import { freePorts } from './testing/server-process.ts';

const megabyte = 1024 * 1024;
let disk: string;
let running: ChildProcess[];

/** Mounts an empty disk of this size. */
const mount = (size: number): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'pipe' });

beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'disk-'));
  running = [];
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

/** Writes a file until the disk has no byte left. */
const fillDisk = (): void => {
  const file = openSync(join(disk, 'ballast'), 'a');
  for (let size = megabyte; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
  closeSync(file);
};
const freeDisk = (): void => rmSync(join(disk, 'ballast'));

const originOf = ({ port }: { port: number }): string => `http://127.0.0.1:${port}`;
const statusOf = async (origin: string, path: string): Promise<number> => (await fetch(origin + path)).status;

it('keeps answering when the disk of its log is full, and logs again when there is space', async () => {
  mount(5 * megabyte);
  const log = join(disk, 'log');
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  const file = openSync(log, 'a');
  const ports = await freePorts();
  const built = buildFolder();
  const child = spawn(process.execPath, ['backend/main.ts'], {
    env: { ...ports, BUILD_FOLDER: built, DATA_DIR: folder, LOG_LEVEL: 'info' },
    stdio: ['ignore', file, file],
  });
  running.push(child);
  const origin = originOf({ port: Number(ports.PORT) });
  const isReady = (): Promise<boolean> =>
    statusOf(origin, '/readyz').then(
      (status) => status === 200,
      () => false,
    );
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  fillDisk();
  for (let count = 0; count < 500; count += 1) expect(await statusOf(origin, '/healthz')).toBe(200);
  expect(child.exitCode).toBeNull();

  freeDisk();
  const full = statSync(log).size;
  expect(await statusOf(origin, '/healthz')).toBe(200);
  await expect.poll(() => statSync(log).size).toBeGreaterThan(full);
  child.kill('SIGTERM');
  await once(child, 'close');
  closeSync(file);
  for (const used of [folder, built]) rmSync(used, { recursive: true });
}, 120_000);
