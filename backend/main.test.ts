import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from './testing/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-'));
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ DATA_DIR: folder });
  await server.ready;
});
afterAll(() => {
  server.child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const failing = async (env: Record<string, string>): Promise<{ code: number | null; said: string }> => {
  const other = await startServer(env);
  return { code: await other.exited, said: other.output().trim() };
};

describe('the program', () => {
  it('says where it is, and what a power cut may cost', () => {
    for (const text of [`http://localhost:${server.port}/signup`, '/dev/mail', 'power cut']) {
      expect(server.output()).toContain(text);
    }
    expect(server.output()).not.toMatch(/warning/i);
  });

  it('is a second one on the same data folder: one sentence, exit 1', async () => {
    const { code, said } = await failing({ DATA_DIR: folder });
    expect({ code, said }).toEqual({
      code: 1,
      said: `Another server is using ${folder}. Stop it, or choose another folder by DATA_DIR.`,
    });
  });

  it('finds its folder unwritable: one sentence, exit 1', async () => {
    // A file stands in the way, for root may write into every folder.
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, said } = await failing({ DATA_DIR: join(file, 'data') });
    expect({ code, said }).toEqual({
      code: 1,
      said: `The data folder ${join(file, 'data')} can't be written. Choose another one by DATA_DIR.`,
    });
  });

  it('finds its port in use: one sentence, exit 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    const own = mkdtempSync(join(tmpdir(), 'data-'));
    const { code, said } = await failing({ DATA_DIR: own, PORT: String(port) });
    other.close();
    rmSync(own, { recursive: true });
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} is in use. Stop what uses it, or choose another one by PORT.`);
  });

  it('ends with 0 on SIGTERM, told twice, while a client holds a connection, and leaves a snapshot', async () => {
    await fetch(`http://127.0.0.1:${server.port}/healthz`, { headers: { connection: 'keep-alive' } });
    server.child.kill('SIGTERM');
    const isListening = () =>
      fetch(`http://127.0.0.1:${server.port}/healthz`).then(
        () => true,
        () => false,
      );
    while (await isListening());
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([expect.stringMatching(/^\d{4}-.*\.tar\.gz$/)]);
  });
});
