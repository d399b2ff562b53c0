import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { classroomDetailedPath, schoolZonePaths } from '../src/contracts/school-zone.ts';
import { buildFolder, programPorts, type ServerProcess, startServer } from './testing/server-process.ts';
import { addressOf } from './testing/parent-calls.ts';
import { newTeacher } from './testing/school-calls.ts';

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

const data = (): string => join(disk, 'data');
const start = async (settings: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServer({ DATA_DIR: data(), TRUST_PROXY: '127.0.0.1', ...settings });
  running.push(server.child);
  return server;
};
const originOf = ({ port }: { port: number }): string => `http://127.0.0.1:${port}`;
const statusOf = async (origin: string, path: string): Promise<number> => (await fetch(origin + path)).status;
const classroom = z.object({ classroomID: z.string() });

let people = 0;
/** Opens a class. @returns its id, or the status of a refusal. */
const openClass = async (origin: string): Promise<string | number> => {
  people += 1;
  const headers = addressOf(people);
  const body = new URLSearchParams({ ...newTeacher(), numStudents: '35' });
  const answer = await fetch(`${origin}${schoolZonePaths.teachers}?lang=en`, { method: 'POST', headers, body });
  return answer.ok ? classroom.parse(await answer.json()).classroomID : answer.status;
};
/** Starts a server on an empty disk and opens a class. */
const startWithClass = async (): Promise<{ first: ServerProcess; opened: string }> => {
  mount(200 * megabyte);
  const first = await start();
  await first.ready;
  const opened = await openClass(originOf(first));
  return typeof opened === 'string' ? { first, opened } : expect.fail(`no class: ${opened}`);
};
/** Returns the statuses of reading these classes, each once. */
const statusesOf = async (origin: string, classes: readonly string[]): Promise<number[]> => {
  const statuses = new Set<number>();
  for (const id of classes) statuses.add(await statusOf(origin, classroomDetailedPath(id)));
  return [...statuses];
};
const namesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

it('answers 503 while the disk is full, loses no class, and recovers when there is space', async () => {
  mount(200 * megabyte);
  const server = await start();
  await server.ready;
  const origin = originOf(server);
  const classes: string[] = [];
  const tries = { full: 500, recovered: 50 };
  const open = async (): Promise<string | number> => {
    const answer = await openClass(origin);
    if (typeof answer === 'string') classes.push(answer);
    return answer;
  };
  for (let count = 0; count < 20; count += 1) expect(await open()).toBeTypeOf('string');
  expect(await statusOf(origin, '/readyz')).toBe(200);

  fillDisk();
  const refusals = new Map<string | number, number>();
  for (let count = 0; count < tries.full; count += 1) {
    const answer = await open();
    if (typeof answer === 'number') refusals.set(answer, (refusals.get(answer) ?? 0) + 1);
  }
  expect([...refusals.keys()]).toEqual([503]);
  expect(await statusOf(origin, '/readyz')).toBe(503);
  expect(await statusOf(origin, '/healthz')).toBe(200);

  freeDisk();
  for (let count = 0; count < tries.recovered; count += 1) expect(await open()).toBeTypeOf('string');
  // A full disk is remembered for 30 s.
  await expect.poll(() => statusOf(origin, '/readyz'), { timeout: 40_000, interval: 1_000 }).toBe(200);
  expect(await statusesOf(origin, classes)).toEqual([200]);

  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  const again = await start();
  await again.ready;
  expect(await statusesOf(originOf(again), classes)).toEqual([200]);
  expect(namesIn(data()).filter((name) => name.endsWith('.making'))).toEqual([]);
}, 300_000);

it('stops on a full disk, and keeps everything', async () => {
  const { first, opened } = await startWithClass();
  fillDisk();
  first.child.kill('SIGTERM');
  await first.exited;
  expect(namesIn(data()).filter((name) => name.endsWith('.making'))).toEqual([]);

  freeDisk();
  const again = await start();
  await again.ready;
  expect(await statusesOf(originOf(again), [opened])).toEqual([200]);
}, 120_000);

it('ends a start on a full disk with one message, or answers 503, and works when there is space', async () => {
  const { first, opened } = await startWithClass();
  // After a crash PostgreSQL replays its log, which may need space.
  first.child.kill('SIGKILL');
  await first.exited;
  fillDisk();

  const second = await start();
  const code = await Promise.race([second.ready.then(() => null), second.exited]);
  if (code === null) {
    // The last file of the log had room left for the replay.
    expect(await statusOf(originOf(second), '/readyz')).toBe(503);
    second.child.kill('SIGKILL');
    await second.exited;
  } else {
    expect(code).toBe(1);
    expect(second.output().trim().split('\n')).toEqual([expect.stringMatching(/ENOSPC.*the disk is full/)]);
  }
  expect(namesIn(data()).filter((name) => name.endsWith('.making'))).toEqual([]);

  freeDisk();
  const again = await start();
  await again.ready;
  expect(await statusesOf(originOf(again), [opened])).toEqual([200]);
}, 120_000);

it.each([5, 20, 60])(
  'ends a first start on a disk of %i MB with one message, or works',
  async (size) => {
    mount(size * megabyte);
    const server = await start();
    const code = await Promise.race([server.ready.then(() => null), server.exited]);
    if (code === null) return expect(await openClass(originOf(server))).toBeTypeOf('string');
    expect(code).toBe(1);
    expect(server.output().trim().split('\n')).toEqual([expect.stringMatching(/the disk is full/)]);
    return expect(namesIn(data()).filter((name) => /^database|\.making/.test(name))).toEqual([]);
  },
  120_000,
);

it.each(['before', 'after'])(
  'answers when the disk of its log is full %s the start, and logs when there is space',
  async (when) => {
    mount(5 * megabyte);
    const log = join(disk, 'log');
    const folder = mkdtempSync(join(tmpdir(), 'data-'));
    const file = openSync(log, 'a');
    if (when === 'before') fillDisk();
    const ports = await programPorts();
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
    if (when === 'after') fillDisk();
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
  },
  120_000,
);
