import { mkdirSync, mkdtempSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ReceivedRequest, startAnsweringServer } from '../testing/servers.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { type LevelFiles, LevelFilesUnavailable, createLevelFolder, createLevelHost } from './levels.ts';
import { answerBytes } from './vendor.ts';
import { z } from 'zod';
import curriculum from '../../src/config/curriculum.json' with { type: 'json' };
import { levelNamePattern } from '../../src/contracts/calls/levels.ts';
import { sampleLevels } from '../config/load-config.ts';

const level = { name: 'castle', pieces: 12 };
/** Invalid names that a folder or a server might resolve as a path. */
const paths = ['.', '..', '../secret', '..\\secret', '%2e%2e%2fsecret', '/secret', '//other.example', 'a/b'];
const noNames = ['', ...paths, 'castle\0', 'a'.repeat(129)];

const reads = (files: LevelFiles, name: string) => Promise.all([files.has(name), files.read(name, 'json')]);

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

  it('reads the files of a folder by their names, and nothing else', async () => {
    expect(await reads(files, 'castle')).toEqual([true, Buffer.from(JSON.stringify(level))]);
    expect(await files.read('castle', 'png')).toBeNull();
    for (const name of ['nothing', 'folder', ...noNames])
      expect([name, ...(await reads(files, name))]).toEqual([name, false, null]);
  });
});

describe('levels on another server', async () => {
  const asked: ReceivedRequest[] = [];
  let answer: Answer;
  const answering = startAnsweringServer((call) => {
    asked.push(call);
    return answer;
  });
  const files = createLevelHost({ url: `${(await closeAfterAll(answering)).url}/made/by-players/` });
  afterEach(() => asked.splice(0));

  it('requests levels below the configured address', async () => {
    answer = { body: level };
    expect(await reads(files, 'castle')).toEqual([true, Buffer.from(JSON.stringify(level))]);
    expect(asked.map(({ method, url }) => `${method} ${url.pathname}`).toSorted()).toEqual([
      'GET /made/by-players/castle.json',
      'HEAD /made/by-players/castle.json',
    ]);
  });

  it('requests no invalid name of a level', async () => {
    answer = { body: level };
    for (const name of noNames) expect([name, ...(await reads(files, name))]).toEqual([name, false, null]);
    expect(asked).toEqual([]);
  });

  it.each([403, 404, 410])('treats a level as missing when the server answers %i', async (status) => {
    answer = { status };
    expect(await reads(files, 'castle')).toEqual([false, null]);
  });

  it.each([
    ['an HTML page', { headers: { 'content-type': 'text/html' }, body: '<h1>Levels</h1>' }],
    ['a picture for a level', { headers: { 'content-type': 'image/png' } }],
    ['an error status', { status: 500 }],
    ['no content', { status: 204 }],
  ] satisfies [string, Answer][])('refuses to read a level from %s', async (_, given) => {
    answer = given;
    await expect(files.has('castle')).rejects.toThrow(LevelFilesUnavailable);
    await expect(files.read('castle', 'json')).rejects.toThrow(LevelFilesUnavailable);
    expect(asked).toHaveLength(2);
  });

  it('refuses levels that are too large, even with a wrong Content-Length', async () => {
    answer = { body: 'x'.repeat(answerBytes + 1) };
    await expect(files.read('castle', 'json')).rejects.toThrow(LevelFilesUnavailable);
  });
});

const bundled = z.strictObject({
  format: z.literal(1),
  name: z.string().regex(levelNamePattern),
  title: z.string().min(3),
  package: z.string(),
  concept: z.string(),
  board: z.looseObject({ kind: z.string() }),
  answer: z.string(),
});

const all = readdirSync(sampleLevels);
const names = all.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
const fileOf = (file: string): Buffer => readFileSync(join(sampleLevels, file));

describe('the bundled levels', () => {
  it('bundles six levels, each with its picture, and nothing else', () => {
    expect(names).toHaveLength(6);
    expect(all.toSorted()).toEqual(
      [...names.flatMap((name) => [`${name}.json`, `${name}.png`]), 'README.md', 'levels.csv'].toSorted(),
    );
  });

  it('lists every bundled level in the CSV, under the name that the game uses', () => {
    const lines = fileOf('levels.csv').toString().trim().split('\n').slice(1);
    expect(lines.map((line) => line.split(',', 1)[0]?.replaceAll('~', '__')).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('names a concept of the curriculum, and has a small picture of 320 × 220: %s', (name) => {
    const found = bundled.parse(JSON.parse(fileOf(`${name}.json`).toString()));
    expect(found.name).toBe(name);
    const about = curriculum.packages.find(({ id }) => id === found.package);
    expect(about?.concepts.map(({ id }) => id)).toContain(found.concept);
    const picture = fileOf(`${name}.png`);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([320, 220]);
    expect(picture.length).toBeLessThan(16 * 1024);
  });
});
