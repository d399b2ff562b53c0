import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleLevels } from '../config/load-config.ts';
import { startAnsweringServer } from '../testing/answering-server.ts';
import { checkLevels } from './check-levels.ts';

const sentencesOf = async (...given: Parameters<typeof checkLevels>): Promise<string[]> =>
  (await checkLevels(...given)).map(({ kind, sentence }) => `${kind}: ${sentence}`);

describe('the doctor’s check of the levels', () => {
  it('counts the levels of a folder', async () => {
    expect(await sentencesOf({ kind: 'folder', folder: sampleLevels })).toEqual([
      'right: LEVELS_DIR contains 24 levels.',
    ]);
  });

  it('reports a folder of levels that is missing, empty or incomplete', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'levels-'));
    expect(await sentencesOf({ kind: 'folder', folder: join(folder, 'none') })).toEqual([
      'wrong: The folder of LEVELS_DIR cannot be read: create it, correct the path, or give this user the right to read it.',
    ]);
    expect(await sentencesOf({ kind: 'folder', folder })).toEqual([
      'wrong: The folder of LEVELS_DIR contains no level: put files <name>.json and <name>.png there, or correct the path.',
    ]);
    for (const file of ['castle.json', 'castle.png', 'a~b.json']) writeFileSync(join(folder, file), '');
    expect(await sentencesOf({ kind: 'folder', folder })).toEqual([
      'right: LEVELS_DIR contains 2 levels.',
      'note: Levels whose name cannot be used in an address: 1.',
      'note: Levels without a picture: 1.',
    ]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    [404, 'right: LEVELS_URL responds, and returns 404 for an unknown level.'],
    [200, 'wrong: LEVELS_URL returns 200 for an unknown level; it must return 404.'],
    [302, 'wrong: LEVELS_URL returns 302 for an unknown level; it must return 404.'],
  ])('judges an answer of %i from a level server', async (status, sentence) => {
    const server = await startAnsweringServer(() => ({ status, headers: { location: '/elsewhere' } }));
    expect(await sentencesOf({ kind: 'host', url: `${server.url}/made/` })).toEqual([sentence]);
    await server.close();
  });

  it('reports a level server that does not answer', async () => {
    expect(await sentencesOf({ kind: 'host', url: 'http://127.0.0.1:9' })).toEqual([
      'wrong: LEVELS_URL does not answer: correct it, or let this machine reach it.',
    ]);
  });
});
