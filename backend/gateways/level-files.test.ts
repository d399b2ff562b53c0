import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Asked, startAnsweringServer } from '../testing/answering-server.ts';
import { faults, startBrokenServer } from '../testing/broken-servers.ts';
import { type LevelFiles, LevelFilesUnavailable, levelBytes } from './level-files.ts';
import { createLevelFolder } from './level-folder.ts';
import { createLevelHost } from './level-host.ts';

const level = { name: 'castle', pieces: 12 };
/** What is no name, though a folder or a host may think that it is a place. */
const noNames = [
  '',
  '.',
  '..',
  '../secret',
  '..\\secret',
  '%2e%2e%2fsecret',
  '/secret',
  '//other.example',
  'a/b',
  'castle\0',
  'a'.repeat(129),
];

const reads = (files: LevelFiles, name: string) => Promise.all([files.has(name), files.read(name, 'json')]);

/** Its name, so that what was read in vain is not compared byte by byte. */
const failureOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'it was read',
    (error: Error) => error.name,
  );

describe('levels in a folder', () => {
  const home = mkdtempSync(join(tmpdir(), 'levels-'));
  const folder = join(home, 'levels');
  const files = createLevelFolder(folder);
  beforeAll(() => {
    mkdirSync(folder);
    mkdirSync(join(folder, 'folder.json'));
    writeFileSync(join(folder, 'castle.json'), JSON.stringify(level));
    writeFileSync(join(home, 'secret.json'), '{"secret":true}');
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it('are its files, and nothing else is one', async () => {
    expect(await reads(files, 'castle')).toEqual([true, Buffer.from(JSON.stringify(level))]);
    expect(await files.read('castle', 'png')).toBeNull();
    for (const name of ['nothing', 'folder', ...noNames])
      expect([name, ...(await reads(files, name))]).toEqual([name, false, null]);
  });

  it('follow a link to another name in the folder, and none that leads out', async () => {
    symlinkSync('castle.json', join(folder, 'again.json'));
    symlinkSync('../secret.json', join(folder, 'out.json'));
    symlinkSync(join(home, 'secret.json'), join(folder, 'far.json'));
    symlinkSync('round.json', join(folder, 'round.json'));
    symlinkSync(home, join(folder, 'up.json'));
    expect(await files.has('again')).toBe(true);
    for (const name of ['out', 'far', 'round', 'up'])
      expect([name, ...(await reads(files, name))]).toEqual([name, false, null]);
  });

  it('beside a folder whose name begins alike are not in it', async () => {
    mkdirSync(join(home, 'levels-of-others'));
    writeFileSync(join(home, 'levels-of-others', 'theirs.json'), '{}');
    symlinkSync('../levels-of-others/theirs.json', join(folder, 'theirs.json'));
    expect(await reads(files, 'theirs')).toEqual([false, null]);
  });

  it('that are too large are not read', async () => {
    writeFileSync(join(folder, 'huge.json'), '');
    truncateSync(join(folder, 'huge.json'), levelBytes + 1);
    expect(await failureOf(files.read('huge', 'json'))).toBe('LevelFilesUnavailable');
  });
});

describe('levels at another server', () => {
  const asked: Asked[] = [];
  let answer: Answer;
  let server: Awaited<ReturnType<typeof startAnsweringServer>>;
  let files: LevelFiles;
  beforeAll(async () => {
    server = await startAnsweringServer((call) => {
      asked.push(call);
      return answer;
    });
    files = createLevelHost({ url: `${server.url}/made/by-players/` });
  });
  afterEach(() => asked.splice(0));
  afterAll(() => server.close());

  const refuses = async (given: LevelFiles = files) => {
    await expect(given.has('castle')).rejects.toThrow(LevelFilesUnavailable);
    await expect(given.read('castle', 'json')).rejects.toThrow(LevelFilesUnavailable);
  };

  it('are asked for below its address', async () => {
    answer = { body: level };
    expect(await reads(files, 'castle')).toEqual([true, Buffer.from(JSON.stringify(level))]);
    expect(asked.map(({ method, url }) => `${method} ${url.pathname}`).toSorted()).toEqual([
      'GET /made/by-players/castle.json',
      'HEAD /made/by-players/castle.json',
    ]);
  });

  it('are never asked for by what is no name', async () => {
    answer = { body: level };
    for (const name of noNames) expect([name, ...(await reads(files, name))]).toEqual([name, false, null]);
    expect(asked).toEqual([]);
  });

  it.each([403, 404, 410])('are missing where it says %i', async (status) => {
    answer = { status };
    expect(await reads(files, 'castle')).toEqual([false, null]);
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: '/made/by-players/other.json' } }],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<h1>Levels</h1>' }],
    ['a picture for a level', { headers: { 'content-type': 'image/png' } }],
    ['a failure', { status: 500 }],
    ['no content', { status: 204 }],
  ] satisfies [string, Answer][])('are not taken from %s', async (_, given) => {
    answer = given;
    await refuses();
    expect(asked).toHaveLength(2);
  });

  it('that are too large are not read, whatever length was told', async () => {
    answer = { body: 'x'.repeat(levelBytes + 1) };
    expect(await failureOf(files.read('castle', 'json'))).toBe('LevelFilesUnavailable');
  });

  it.each(faults)('are not waited for where a server does this: %s', async (fault) => {
    const broken = await startBrokenServer(fault);
    await refuses(createLevelHost({ url: `http://127.0.0.1:${broken.port}`, deadline: 200 }));
    await broken.close();
  });

  it('that are away leave no address in what is thrown', async () => {
    const away = createLevelHost({ url: 'http://127.0.0.1:9/private' });
    const error = await away.has('castle').catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('LevelFilesUnavailable: the host of levels did not answer');
    expect(error).not.toHaveProperty('cause');
  });
});
